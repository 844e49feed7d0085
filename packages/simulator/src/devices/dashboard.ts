import type { Camera, DevicePlan } from "../plan/device-plan.ts";
import { escapeHtml } from "../rendering/escape-html.ts";
import { renderPage } from "../rendering/html-page.ts";

/** Renders the web page of a device; its links are relative, so it also works behind a proxy. */
export function renderDashboard({ label, vendor }: DevicePlan, cameras: readonly Camera[]): string {
  const empty = "<p>The cameras of this device are added manually in Gatehouse.</p>";
  return renderPage({
    title: label,
    subtitle: `Simulated ${vendor} device · ${cameras.length} ${cameras.length === 1 ? "camera" : "cameras"}`,
    body: cameras.length === 0 ? empty : cameras.map(renderCameraCard).join("\n"),
    refreshSeconds: 20,
  });
}

const renderCameraCard = ({ id, name, slots }: Camera) => `<article>
<img src="snapshots/${encodeURIComponent(id)}.svg" alt="View of ${escapeHtml(name)}">
<div><h2>${escapeHtml(name)}</h2><p>Camera ${escapeHtml(id)}</p>
${slots.length === 0 ? "" : `<ul>${slots.map((slot) => `<li>${escapeHtml(slot.name)}</li>`).join("")}</ul>`}</div>
</article>`;
