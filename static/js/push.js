// Turns push messages on or off for this browser. The server is told before the page
// says that anything has changed.

const bytes = (key) =>
  Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

export async function mount(element) {
  const [on, off] = ["on", "off"].map((name) => element.querySelector(`[data-push-${name}]`));
  const status = element.querySelector("[data-push-status]");
  if (!("serviceWorker" in navigator && "PushManager" in window)) {
    status.textContent = "This browser cannot show push messages. On an iPhone, add Moonlight to the home screen first.";
    return;
  }
  const send = async (url, body) => {
    const headers = { "X-CSRFToken": JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"], "Content-Type": "application/json" };
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(String(answer.status));
  };
  const registration = await navigator.serviceWorker.register(element.dataset.worker);
  const show = (subscription) => {
    on.hidden = Boolean(subscription);
    off.hidden = !subscription;
  };
  const attempt = (act, words) => async () => {
    try {
      await act();
      status.textContent = words;
    } catch {
      status.textContent =
        Notification.permission === "denied"
          ? "Your browser blocks push messages from Moonlight. Allow them in its settings, then try again."
          : "That did not work. Check your connection and try again.";
    }
    show(await registration.pushManager.getSubscription());
  };
  on.addEventListener(
    "click",
    attempt(async () => {
      await navigator.serviceWorker.ready;
      const options = { userVisibleOnly: true, applicationServerKey: bytes(element.dataset.key) };
      const subscription = await registration.pushManager.subscribe(options);
      try {
        await send(element.dataset.add, subscription.toJSON());
      } catch (error) {
        await subscription.unsubscribe();
        throw error;
      }
    }, "Push messages are on for this device."),
  );
  off.addEventListener(
    "click",
    attempt(async () => {
      const subscription = await registration.pushManager.getSubscription();
      if (!subscription) return;
      await send(element.dataset.remove, { endpoint: subscription.endpoint });
      await subscription.unsubscribe();
    }, "Push messages are off for this device."),
  );
  show(await registration.pushManager.getSubscription());
}
