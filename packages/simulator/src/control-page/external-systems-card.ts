import type { ListedOutside } from "../external/external-systems-view.ts";
import { escapeHtml } from "../rendering/escape-html.ts";
import { mannerTitles } from "./device-card.ts";
import type { Live } from "./live-elements.ts";
import { choices } from "./live-elements.ts";

/** What the control page says of the systems outside the site, and the forms that play them. */
export function outsideCard(live: Live, outside: ListedOutside): string {
  const { syncAPIUrl, notifyAPIUrl, cloudUrl, apiKey, vehicles, notices, published } = outside;
  const { refusing: _, ...titles } = mannerTitles;
  const options = vehicles.map(
    ({ refId, plate, display }) => `<option value="${refId}">${escapeHtml(`${plate} · ${display}`)}</option>`,
  );
  return `<article><div>
<h2>MyGate and the cloud</h2>
<p class="addresses"><code>${syncAPIUrl}</code> <code>${notifyAPIUrl}</code> <code>${cloudUrl}</code> key <code>${apiKey}</code></p>
<form method="post" action="/outside/behave" data-quiet class="choices">${choices(live, "manner:outside", "manner", titles)}</form>
<p>${vehicles.length} vehicles, ${notices.length} notices taken, variables published ${published.length} times</p>
<form method="post" action="/outside/add-vehicle"><input name="plate" placeholder="Plate" aria-label="Plate" required><input name="display" placeholder="Flat" aria-label="Flat"><button>Add vehicle</button></form>
<form method="post" action="/outside/drop-vehicle"><select name="refId" aria-label="Vehicle">${options.join("")}</select><button>Drop vehicle</button></form>
<details><summary>Taken notices</summary><pre>${escapeHtml(JSON.stringify(notices, null, 1))}</pre></details>
<form method="post" action="/outside/reset"><button>As at the start</button></form>
</div></article>`;
}
