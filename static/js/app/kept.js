// On the page that stands in for one never seen: what this device can show without a network. And
// as soon as the desk answers again, the page that was meant.

const list = document.getElementById("kept-list");

async function show() {
  if (!list || !("caches" in window)) return;
  const pages = await caches.open("pages");
  const requests = (await pages.keys()).reverse();
  const items = await Promise.all(
    requests.map(async (request) => {
      const page = new DOMParser().parseFromString(await (await pages.match(request, { ignoreVary: true })).text(), "text/html");
      const link = document.createElement("a");
      link.href = request.url;
      link.textContent = page.title.replace(/ · Startfelt$/, "");
      const item = document.createElement("li");
      item.append(link);
      return item;
    }),
  );
  list.replaceChildren(...items);
  list.parentElement.hidden = !items.length;
}

document.addEventListener("startfelt:online", () => {
  if (location.pathname !== document.getElementById("kept").dataset.here) location.reload();
});
show();
