import type { ExternalSystemsView } from "../external/external-systems-view.ts";
import { httpFaultTitles } from "../network/http-fault.ts";
import { escapeHtml } from "../rendering/escape-html.ts";
import { type LiveState, liveButtons } from "./live-elements.ts";

/** Renders the external systems: addresses, faults, MyGate's vehicles and received notices. */
export function renderExternalSystemsCard(live: LiveState, external: ExternalSystemsView): string {
  const { syncAPIUrl, notifyAPIUrl, cloudUrl, apiKey, vehicles, notices, published } = external;
  const { refusing: _, ...titles } = httpFaultTitles;
  const options = vehicles.map(
    ({ refId, plate, display }) => `<option value="${refId}">${escapeHtml(`${plate} · ${display}`)}</option>`,
  );
  return `<article><div>
<h2>MyGate and the cloud</h2>
<p class="addresses"><code>${syncAPIUrl}</code> <code>${notifyAPIUrl}</code> <code>${cloudUrl}</code> key <code>${apiKey}</code></p>
<form method="post" action="/external/set-fault" data-live-form class="choices">${liveButtons(live, "fault:external", "fault", titles)}</form>
<p>${vehicles.length} vehicles, ${notices.length} notices received, variables published ${published.length} times</p>
<form method="post" action="/external/add-vehicle"><input name="plate" placeholder="Plate" aria-label="Plate" required><input name="display" placeholder="Flat" aria-label="Flat"><button>Add vehicle</button></form>
<form method="post" action="/external/drop-vehicle"><select name="refId" aria-label="Vehicle">${options.join("")}</select><button>Remove vehicle</button></form>
<details><summary>Received notices</summary><pre>${escapeHtml(JSON.stringify(notices, null, 1))}</pre></details>
<form method="post" action="/external/reset"><button>Reset</button></form>
</div></article>`;
}
