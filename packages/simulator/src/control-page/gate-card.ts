import { feedTitles } from "../feeds/registry.ts";
import type { GatePlan } from "../plan/gate-plan.ts";
import { escapeHtml } from "../rendering/escape-html.ts";
import { gateScene } from "./gate-scene.ts";
import type { Live } from "./live-elements.ts";
import { html, text } from "./live-elements.ts";

const crowds: Readonly<Record<"entry" | "exit", readonly (readonly [who: string, title: string])[]>> = {
  entry: [
    ["resident", "A resident"],
    ["tag", "A tag"],
    ["visitor", "A visitor"],
    ["expired", "An expired one"],
    ["stranger", "A stranger"],
  ],
  exit: [
    ["leaving", "Someone inside"],
    ["stranger", "A stranger"],
  ],
};

/** A gate as it stands, with all that lets a car drive up. */
export function gateCard(live: Live, gate: GatePlan): string {
  const { name, label, direction, camera, isBidirectional, sign, reader } = gate;
  const crowd = crowds[direction === "N" ? "entry" : "exit"].filter(([who]) => who !== "tag" || reader !== null);
  const buttons = crowd.map(([who, title]) => `<button name="who" value="${who}">${title}</button>`);
  const feeds = Object.entries(feedTitles).map(
    ([feed, title]) =>
      `<option value="${feed}"${feed === camera.feed ? " selected" : ""}>${escapeHtml(title)}</option>`,
  );
  const way = isBidirectional
    ? `<select name="direction" aria-label="Direction"><option value="N">in</option><option value="X">out</option></select>`
    : "";
  const words = isBidirectional ? "Both ways" : direction === "N" ? "Entry" : "Exit";
  return `<article class="gate">
<div class="view">${gateScene(live, gate)}${sign === null ? "" : html(live, "div", `sign:${sign}`, 'class="gantry"')}
${text(live, "span", `waiting:${name}`, 'class="behind"')}</div>
<div>
<h2>${escapeHtml(label)} <small>${words}${reader === null ? "" : ", with a reader"}</small></h2>
<form method="post" action="/cars/someone" data-quiet><input type="hidden" name="gate" value="${name}">${buttons.join("\n")}</form>
<form method="post" action="/cars/drive-up" data-quiet><input type="hidden" name="gate" value="${name}"><input type="hidden" name="by" value="plate">
<input name="plate" list="plates" placeholder="Plate" aria-label="Plate" required autocomplete="off">${way}<select name="feed" aria-label="Format of the camera">${feeds.join("")}</select><button class="act">Drive up</button></form>
</div></article>`;
}
