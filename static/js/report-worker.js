// Stands between a report and a network that comes and goes: a report that was open can
// be loaded again without one. It keeps the last report that was opened and the files
// it is made of, and touches nothing else.

const KEPT = "reports";
const REPORT = /^\/matches\/[0-9a-f-]{36}\/report\/$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && REPORT.test(pathname)) event.respondWith(page(request));
  else if (pathname.startsWith("/static/")) event.respondWith(file(request));
});

async function page(request) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    const isReport = answer.ok && !answer.redirected;
    for (const old of await kept.keys()) {
      if (REPORT.test(new URL(old.url).pathname)) await kept.delete(old);
    }
    if (isReport) await kept.put(request, answer.clone());
    return answer;
  } catch {
    return (await kept.match(request)) ?? Response.error();
  }
}

async function file(request) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await kept.put(request, answer.clone());
    return answer;
  } catch {
    return (await kept.match(request)) ?? Response.error();
  }
}
