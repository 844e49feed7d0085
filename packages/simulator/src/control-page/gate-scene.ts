import type { GatePlan } from "../plan/gate-plan.ts";
import { pickPaint } from "../rendering/car-scene.ts";
import { escapeHtml } from "../rendering/escape-html.ts";
import type { LiveState } from "./live-elements.ts";
import { liveHtml, liveState } from "./live-elements.ts";

/** Renders a gate from the side: road, camera, barrier, lamps and the car at the front. */
export function renderGateScene(live: LiveState, { name, label, buzzer }: GatePlan): string {
  return `<svg class="scene" viewBox="0 0 520 250" role="img" aria-label="${escapeHtml(label)}">
<g class="hills"><path d="M0 176Q90 128 190 166T400 150T520 168V212H0Z"/></g>
<rect class="road" y="202" width="520" height="48"/><path class="mark" d="M0 228H520"/>
<g class="camera" ${liveState(live, `car:${name}`)}>
<path class="beam" d="M66 84L250 202H96Z"/>
<path class="metal" d="M36 84h8v120h-8zM40 80l18-4v8l-18 6z"/><rect class="metal" x="52" y="66" width="40" height="20" rx="6"/><circle cx="88" cy="77" r="5" fill="#0b0d10"/><circle class="eye" cx="88" cy="77" r="2.4"/>
</g>
<g class="arm" ${liveState(live, `arm:${name}`)}>
<rect x="208" y="131" width="212" height="11" rx="5.5" fill="#f4f5f7"/>
<path d="M216 131h20l-8 11h-20zM256 131h22l-8 11h-22zM298 131h22l-8 11h-22zM340 131h22l-8 11h-22z" fill="#d8343a"/>
</g>
<g class="post"><rect x="398" y="122" width="38" height="84" rx="6" fill="#f0b429"/><path d="M398 176l38-24v16l-38 24zM398 206v-2l38-24v16l-16 10z" fill="#22262c"/><circle cx="417" cy="136.500" r="7" fill="#22262c"/></g>
<g class="lamps"><rect x="452" y="104" width="30" height="62" rx="9" fill="#14181d"/><rect x="464" y="166" width="6" height="38" fill="#14181d"/>
<circle class="lamp red" ${liveState(live, `red:${name}`)} cx="467" cy="121" r="10"/><circle class="lamp green" ${liveState(live, `green:${name}`)} cx="467" cy="149" r="10"/></g>
${
  buzzer
    ? `<g class="buzzer" ${liveState(live, `buzzer:${name}`)}><path d="M406 108h10l10-8v24l-10-8h-10z"/><path class="wave" d="M432 104q7 8 0 16M438 99q12 13 0 26M444 94q17 18 0 36"/></g>`
    : ""
}
<g class="car" ${liveState(live, `car:${name}`)}>${liveHtml(live, "g", `car:${name}`)}</g>
</svg>`;
}

/** Renders a car from the side, with its plate above it. */
export function renderCarSide(plate: string): string {
  const width = plate.length * 8.6 + 18;
  return `<ellipse cx="80" cy="222" rx="76" ry="6" fill="#000" opacity=".35"/>
<path d="M6 206q-2-24 16-28l24-6q16-24 38-24h22q22 0 38 26l12 4q10 4 10 28z" fill="${pickPaint(plate)}"/>
<path d="M52 172q12-16 30-16v16zM88 156h16q16 0 26 16H88z" fill="#9fc3d8"/>
<path d="M6 206q0-8 2-14h156q2 6 2 14z" fill="#000" opacity=".16"/>
<circle cx="40" cy="208" r="15" fill="#15181c"/><circle cx="40" cy="208" r="6" fill="#aab3bd"/><circle cx="134" cy="208" r="15" fill="#15181c"/><circle cx="134" cy="208" r="6" fill="#aab3bd"/>
<path d="M158 184h8v8h-8z" fill="#ffe9a8"/>
<g transform="translate(${84 - width / 2} 116)"><rect width="${width}" height="22" rx="4" fill="#fdfdfb" stroke="#16191d" stroke-width="1.6"/><text x="${width / 2}" y="15.500" text-anchor="middle" font-family="ui-monospace, monospace" font-size="14" font-weight="700" fill="#16191d">${escapeHtml(plate)}</text></g>`;
}
