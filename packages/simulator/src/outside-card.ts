import { escapeHtml } from "./escape-html.ts";
import { manners } from "./manner.ts";
import { mygateKey, type OutsideSystems } from "./outside.ts";

/** What the control page says of the systems outside the site, and the forms that play them. */
export function outsideCard(outside: OutsideSystems, words: Readonly<Record<string, string>>): string {
  const buttons = manners
    .filter((manner) => manner !== "refusing")
    .map(
      (manner) =>
        `<button name="manner" value="${manner}" aria-pressed="${manner === outside.manner()}">${words[manner]}</button>`,
    );
  const address = `http://127.0.0.1:${outside.port}`;
  const last = outside.published.at(-1);
  const vehicles = outside.mygate.vehicles();
  return `<article><div>
<h2>MyGate and the cloud</h2>
<p>${address}/mygate/sync · ${address}/mygate/notify · key <code>${mygateKey}</code> · ${address}/cloud/variables</p>
<form method="post" action="/outside/behave">${buttons.join("\n")}</form>
<p>${vehicles.length} vehicles, ${outside.notices.length} notices taken, ${
    last ? `variables last published ${escapeHtml(last.at.toISOString())}` : "no variables published yet"
  }</p>
<form method="post" action="/outside/add-vehicle"><input name="plate" placeholder="Plate" aria-label="Plate" required><input name="display" placeholder="Flat" aria-label="Flat"><button>Add vehicle</button></form>
<form method="post" action="/outside/drop-vehicle"><select name="refId" aria-label="Vehicle">${vehicles
    .map(({ refId, plate, display }) => `<option value="${refId}">${escapeHtml(`${plate} · ${display}`)}</option>`)
    .join("")}</select><button>Drop vehicle</button></form>
<details><summary>Taken notices</summary><pre>${escapeHtml(
    JSON.stringify(
      outside.notices.map(({ body }) => body),
      null,
      1,
    ),
  )}</pre></details>
<form method="post" action="/outside/reset"><button>As at the start</button></form>
</div></article>`;
}
