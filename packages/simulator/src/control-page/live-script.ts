/** Keeps the page as the site is, and lets its forms play without leaving it. */
export const liveScript = `
const every = (selector, act) => { for (const element of document.querySelectorAll(selector)) act(element) };
function show({ state, text, html }) {
  every("[data-live]", (element) => { const next = state[element.dataset.live] ?? ""; if (element.dataset.state !== next) element.dataset.state = next });
  every("[data-choice]", (element) => { element.setAttribute("aria-pressed", String(state[element.dataset.choice] === element.value)) });
  every("[data-text]", (element) => { const next = text[element.dataset.text] ?? ""; if (element.textContent !== next) element.textContent = next });
  every("[data-html]", (element) => { const next = html[element.dataset.html] ?? ""; if (element.lastHtml !== next) { element.lastHtml = next; element.innerHTML = next } });
}
async function look() {
  const isThere = await fetch("/live").then((answer) => answer.json()).then(show).then(() => true, () => false);
  document.documentElement.dataset.there = String(isThere);
}
async function followUp() { await look(); setTimeout(followUp, document.hidden ? 2000 : 300) }
const notice = document.querySelector("[role=alert]");
function tell(words) { notice.textContent = words; clearTimeout(tell.timer); tell.timer = setTimeout(() => { notice.textContent = "" }, 6000) }
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-quiet]")) return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  fetch(event.submitter?.getAttribute("formaction") ?? form.action, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(Object.fromEntries(fields)) })
    .then(async (answer) => { const said = await answer.json(); if (!answer.ok) tell(said.message); else if (said.answer && (said.status === null || said.status >= 400)) tell(said.answer); await look() })
    .catch(() => tell("The simulated site does not answer."));
});
followUp();
`;
