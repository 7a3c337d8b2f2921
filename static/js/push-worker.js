// Shows push messages and opens the page that they are about. It keeps nothing.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data?.json() ?? {};
  const options = { body, tag, data: { url }, icon: "/static/img/apple-touch-icon.png" };
  event.waitUntil(self.registration.showNotification(title ?? "Moonlight", options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data?.url ?? "/", self.location.origin)));
});

async function open(url) {
  if (url.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = pages.find((page) => new URL(page.url).pathname === url.pathname);
  await (found ? found.focus() : self.clients.openWindow(url.href));
}
