/** Browser script: polls the live state, and submits forms without leaving the page. */
export const liveScript = `
const each = (selector, update) => { for (const element of document.querySelectorAll(selector)) update(element) };
function show({ state, text, html }) {
  each("[data-live]", (element) => { const next = state[element.dataset.live] ?? ""; if (element.dataset.state !== next) element.dataset.state = next });
  each("[data-live-button]", (element) => { element.setAttribute("aria-pressed", String(state[element.dataset.liveButton] === element.value)) });
  each("[data-live-text]", (element) => { const next = text[element.dataset.liveText] ?? ""; if (element.textContent !== next) element.textContent = next });
  each("[data-live-html]", (element) => { const next = html[element.dataset.liveHtml] ?? ""; if (element.lastHtml !== next) { element.lastHtml = next; element.innerHTML = next } });
}
async function refresh() {
  const isOnline = await fetch("/live").then((response) => response.json()).then(show).then(() => true, () => false);
  document.documentElement.dataset.online = String(isOnline);
}
async function poll() { await refresh(); setTimeout(poll, document.hidden ? 2000 : 300) }
const alertBox = document.querySelector("[role=alert]");
function showAlert(text) { alertBox.textContent = text; clearTimeout(showAlert.timer); showAlert.timer = setTimeout(() => { alertBox.textContent = "" }, 6000) }
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-live-form]")) return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  fetch(event.submitter?.getAttribute("formaction") ?? form.action, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(Object.fromEntries(fields)) })
    .then(async (response) => { const result = await response.json(); if (!response.ok) showAlert(result.message); else if (result.response && (result.status === null || result.status >= 400)) showAlert(result.response); await refresh() })
    .catch(() => showAlert("The simulated site doesn't respond."));
});
poll();
`;
