import type { Camera } from "./device-plan.ts";
import { escapeHtml } from "./escape-html.ts";

const secondsOfOneCar = 20;
const paints = ["#b8323a", "#2f5fb3", "#d9d9de", "#3c4147", "#2f7d5b", "#c98b1d"];

/** What a camera sees at a moment, drawn: a car with its plate, or the slots and who stands in them. */
export function snapshot(camera: Camera, now: Date): string {
  // Each camera sees another car.
  const turn =
    Math.floor(now.getTime() / 1000 / secondsOfOneCar) + [...camera.id].reduce((sum, c) => sum + c.charCodeAt(0), 0);
  const scene = camera.slots.length > 0 ? deckScene(camera, turn) : gateScene(camera, turn);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" font-family="system-ui, sans-serif">
<rect width="640" height="360" fill="#2a323c"/>
${scene}
<rect width="640" height="34" fill="#000" opacity=".55"/>
<text x="14" y="23" font-size="16" fill="#fff">${escapeHtml(camera.name)}</text>
<text x="626" y="23" font-size="16" fill="#fff" text-anchor="end">${now.toISOString().slice(0, 19).replace("T", " ")} UTC</text>
</svg>
`;
}

/** The plate in front of a camera at that turn. */
const plateAt = (camera: Camera, turn: number) => camera.plates[turn % camera.plates.length] ?? "";

function gateScene(camera: Camera, turn: number): string {
  const paint = paints[turn % paints.length];
  return `<path d="M0 360 L230 120 H410 L640 360Z" fill="#3d4651"/>
<path d="M312 120h16l14 70h-44zM292 220h56l26 140h-108z" fill="#f2d36b" opacity=".5"/>
<g>
<rect x="170" y="300" width="52" height="40" rx="10" fill="#15181c"/><rect x="418" y="300" width="52" height="40" rx="10" fill="#15181c"/>
<path d="M214 130q8-30 40-32h132q32 2 40 32l22 68H192z" fill="${paint}"/>
<path d="M230 138q6-20 30-22h120q24 2 30 22l14 48H216z" fill="#9fc3d8" opacity=".85"/>
<rect x="160" y="190" width="320" height="124" rx="24" fill="${paint}"/>
<rect x="180" y="206" width="62" height="32" rx="14" fill="#fff3c4"/><rect x="398" y="206" width="62" height="32" rx="14" fill="#fff3c4"/>
<rect x="262" y="206" width="116" height="26" rx="8" fill="#15181c"/>
<rect x="192" y="250" width="256" height="50" rx="6" fill="#fff" stroke="#111" stroke-width="3"/>
<text x="320" y="286" font-size="30" font-weight="700" textLength="232" lengthAdjust="spacingAndGlyphs" text-anchor="middle" fill="#111">${escapeHtml(plateAt(camera, turn))}</text>
</g>`;
}

function deckScene({ slots }: Camera, turn: number): string {
  const columns = Math.ceil(slots.length / 2);
  const width = Math.min(160, 600 / columns);
  const left = (640 - columns * width) / 2 + 2;
  const bays = slots.map((slot, index) => {
    const x = left + Math.floor(index / 2) * width;
    const y = index % 2 === 0 ? 50 : 220;
    const isTaken = (index * 7 + turn) % 3 !== 0;
    const middle = x + width / 2 - 2;
    const paint = paints[(index + turn) % paints.length];
    const car = `<rect x="${middle - 26}" y="${y + 10}" width="52" height="88" rx="16" fill="${paint}"/><rect x="${middle - 19}" y="${y + 28}" width="38" height="18" rx="6" fill="#9fc3d8" opacity=".85"/><rect x="${middle - 19}" y="${y + 76}" width="38" height="10" rx="5" fill="#9fc3d8" opacity=".6"/>`;
    return `<rect x="${x}" y="${y}" width="${width - 4}" height="126" fill="none" stroke="#f2f4f7" stroke-width="3" opacity=".7"/>
${isTaken ? car : ""}<text x="${middle}" y="${y + 118}" font-size="15" text-anchor="middle" fill="#fff">${escapeHtml(slot.name)}</text>`;
  });
  return bays.join("\n");
}
