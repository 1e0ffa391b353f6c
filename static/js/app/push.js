// The service worker shows what was pushed, and opens the page it is about.

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data?.json() ?? {};
  } catch {
    // Something unreadable still has to be shown: the browser allows no push without a notice.
  }
  const { title = "Startfelt", body = "", tag = "call", url = "/" } = told;
  const words = { body, tag, renotify: true, vibrate: [250, 120, 250], data: { url } };
  event.waitUntil(self.registration.showNotification(title, words));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const wanted = new URL(event.notification.data?.url ?? "/", self.location);
  if (wanted.origin !== self.location.origin) return;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((windows) => {
      const there = windows.find((one) => new URL(one.url).pathname === wanted.pathname);
      return there ? there.focus() : self.clients.openWindow(wanted.href);
    }),
  );
});
