// Light, dark, or as the device: remembered on this device. A classic script in the head, so that
// no page flashes in the wrong colours.
(() => {
  const root = document.documentElement;
  const read = () => {
    try {
      return localStorage.getItem("theme") || "auto";
    } catch {
      return "auto";
    }
  };
  const show = (theme) => {
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    for (const button of document.querySelectorAll("[data-theme-switch] button")) {
      button.setAttribute("aria-pressed", String(button.value === theme));
    }
  };
  show(read());
  document.addEventListener("DOMContentLoaded", () => {
    for (const group of document.querySelectorAll("[data-theme-switch]")) group.hidden = false;
    show(read());
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-theme-switch] button");
    if (!button) return;
    try {
      localStorage.setItem("theme", button.value);
    } catch {
      // A browser that keeps nothing still shows the choice on this page.
    }
    show(button.value);
  });
  // Another window of the same desk follows.
  window.addEventListener("storage", (event) => {
    if (event.key === "theme") show(read());
  });
})();
