// Registers the service worker where the browser has one: over https and on this machine. Over
// plain http in a hall there is none, and everything else works without it.

const HOUR = 3600 * 1000;
const address = document.getElementById("queue")?.dataset.worker;

// The first page of a device came before the worker did: it is told what to keep of it.
function tellFirstPage() {
  const files = performance
    .getEntriesByType("resource")
    .map((entry) => new URL(entry.name))
    .filter((url) => url.origin === location.origin && url.pathname.startsWith("/static/"))
    .map((url) => url.pathname);
  const keep = document.body.dataset.account === undefined ? "" : location.href.split("#")[0];
  navigator.serviceWorker.controller?.postMessage({ keep, files: [...new Set(files)] });
}

if (address && "serviceWorker" in navigator) {
  const first = !navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener("controllerchange", () => first && tellFirstPage(), {
    once: true,
  });
  navigator.serviceWorker
    .register(address, { scope: "/", updateViaCache: "none" })
    .then((registration) => {
      // A desk stays open all day: it hears of a new version all the same.
      setInterval(() => registration.update().catch(() => {}), HOUR);
      return navigator.serviceWorker.ready;
    })
    .then(({ active }) => {
      // A page that was just being loaded when the worker took over was passed over.
      if (!navigator.serviceWorker.controller) active.postMessage({ claim: true });
    })
    .catch(() => {
      // Forbidden, or a certificate the browser does not trust: pages work as without.
    });
}
