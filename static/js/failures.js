// A request of htmx that came to nothing says so: silence looks like a broken button.
// Refusals (409 and 422) bring their own message.

const SENTENCES = {
  0: "That did not reach us. Check your connection, then try again.",
  403: "You may not do that, or you have been logged out. Load the page again.",
  404: "That is no longer there. Load the page again.",
  429: "That was a little too often. Wait a moment, then try again.",
};
const OURS = "Something broke on our side. Look whether it was done, then try again.";

export function mount(body) {
  const say = (event) => {
    const status = event.detail.xhr?.status ?? 0;
    const toast = document.getElementById("failure").content.cloneNode(true);
    toast.querySelector("span").textContent = SENTENCES[status] ?? OURS;
    document.getElementById("messages").replaceChildren(toast);
  };
  body.addEventListener("htmx:responseError", say);
  body.addEventListener("htmx:sendError", say);
}
