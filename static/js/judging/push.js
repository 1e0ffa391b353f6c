// A phone that is told of calls while no page of ours is open: the browser subscribes with its push
// service, and the server keeps where to push. Only over https, and only with internet; where there
// is neither, the ringing of open pages (ring.js) is all there is, and the page says so.

const place = () => document.getElementById("push");

export const possible = () =>
  Boolean(place()) && window.isSecureContext && "PushManager" in window && "serviceWorker" in navigator;

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

function send(fields) {
  const form = new FormData(place());
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return fetch(place().action, { method: "POST", body: form, credentials: "same-origin" });
}

async function manager() {
  return (await navigator.serviceWorker.ready).pushManager;
}

// Said again with every page: a subscription that the browser has renewed is known at once.
export async function begin() {
  if (!possible() || Notification.permission !== "granted") return false;
  const key = bytes(place().dataset.key);
  const pushes = await manager();
  let there = await pushes.getSubscription();
  const other = there?.options?.applicationServerKey;
  if (other && !new Uint8Array(other).every((byte, at) => byte === key[at])) {
    await there.unsubscribe();
    there = null;
  }
  there ??= await pushes.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = there.toJSON();
  const answer = await send({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
  return answer.ok;
}

export async function end() {
  if (!possible()) return;
  const there = await (await manager()).getSubscription();
  if (!there) return;
  await send({ gone: there.endpoint });
  await there.unsubscribe();
}
