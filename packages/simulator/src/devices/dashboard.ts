import type { Camera, DevicePlan } from "../plan/device-plan.ts";
import { escapeHtml } from "../rendering/escape-html.ts";
import { page } from "../rendering/html-page.ts";

/** A device's own page; its addresses are relative, so that it also works behind a proxy. */
export function dashboardPage({ label, vendor }: DevicePlan, cameras: readonly Camera[]): string {
  const empty = "<p>Cameras of this device are entered by hand in Gatehouse.</p>";
  return page({
    title: label,
    note: `A simulated ${vendor} device · ${cameras.length} ${cameras.length === 1 ? "camera" : "cameras"}`,
    body: cameras.length === 0 ? empty : cameras.map(card).join("\n"),
    refresh: 20,
  });
}

const card = ({ id, name, slots }: Camera) => `<article>
<img src="snapshots/${encodeURIComponent(id)}.svg" alt="What ${escapeHtml(name)} sees">
<div><h2>${escapeHtml(name)}</h2><p>Camera ${escapeHtml(id)}</p>
${slots.length === 0 ? "" : `<ul>${slots.map((slot) => `<li>${escapeHtml(slot.name)}</li>`).join("")}</ul>`}</div>
</article>`;
