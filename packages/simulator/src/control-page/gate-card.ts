import { plateFeeds } from "../feeds/registry.ts";
import type { GatePlan } from "../plan/gate-plan.ts";
import { escapeHtml } from "../rendering/escape-html.ts";
import { renderGateScene } from "./gate-scene.ts";
import { type LiveState, liveHtml, liveText } from "./live-elements.ts";

const groupTitles: Readonly<Record<"entry" | "exit", readonly (readonly [group: string, title: string])[]>> = {
  entry: [
    ["resident", "Resident"],
    ["tag", "Resident with tag"],
    ["staff", "Staff"],
    ["contractor", "Contractor"],
    ["delivery", "Delivery"],
    ["guest", "Frequent visitor"],
    ["visitor", "Visitor with reservation"],
    ["expired", "Expired"],
    ["unknown", "Unknown"],
  ],
  exit: [
    ["leaving", "Parked car"],
    ["unknown", "Unknown"],
  ],
};

/** Renders a gate: its live scene, and forms that send a car. */
export function renderGateCard(live: LiveState, gate: GatePlan): string {
  const { name, label, direction, camera, isBidirectional, sign, reader } = gate;
  const groups = groupTitles[direction === "N" ? "entry" : "exit"].filter(
    ([group]) => group !== "tag" || reader !== null,
  );
  const buttons = groups.map(([group, title]) => `<button name="group" value="${group}">${title}</button>`);
  const feeds = Object.entries(plateFeeds).map(
    ([feed, { title }]) =>
      `<option value="${feed}"${feed === camera.feed ? " selected" : ""}>${escapeHtml(title)}</option>`,
  );
  const directions = isBidirectional
    ? `<select name="direction" aria-label="Direction"><option value="N">in</option><option value="X">out</option></select>`
    : "";
  const directionText = isBidirectional ? "Entry and exit" : direction === "N" ? "Entry" : "Exit";
  return `<article class="gate">
<div class="view">${renderGateScene(live, gate)}${sign === null ? "" : liveHtml(live, "div", `sign:${sign}`, 'class="gantry"')}
${liveText(live, "span", `waiting:${name}`, 'class="waiting"')}</div>
<div>
<h2>${escapeHtml(label)} <small>${directionText}${reader === null ? "" : ", with RFID reader"}</small></h2>
<form method="post" action="/cars/random" data-live-form><input type="hidden" name="gate" value="${name}">${buttons.join("\n")}</form>
<form method="post" action="/cars/drive-up" data-live-form><input type="hidden" name="gate" value="${name}"><input type="hidden" name="by" value="plate">
<input name="plate" list="plates" placeholder="Plate" aria-label="Plate" required autocomplete="off">${directions}<select name="feed" aria-label="Camera format">${feeds.join("")}</select><button class="act">Drive up</button></form>
</div></article>`;
}
