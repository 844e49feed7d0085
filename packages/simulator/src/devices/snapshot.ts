import type { Camera } from "../plan/device-plan.ts";
import { pickPaint, renderCarScene } from "../rendering/car-scene.ts";
import { escapeHtml } from "../rendering/escape-html.ts";

const secondsPerCar = 20;

/** Renders the view of a camera: a car with its plate, or the slots and parked cars. */
export function renderSnapshot(camera: Camera, now: Date, isOccupied: (slot: string) => boolean): string {
  // The cameras show different cars.
  const turn =
    Math.floor(now.getTime() / 1000 / secondsPerCar) + [...camera.id].reduce((sum, c) => sum + c.charCodeAt(0), 0);
  const plate = pickPlate(camera, turn);
  const isDeck = camera.slots.length > 0;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" font-family="system-ui, sans-serif">
<title>${escapeHtml(isDeck ? camera.name : plate)}</title>
<rect width="640" height="360" fill="#2a323c"/>
${isDeck ? renderDeck(camera, isOccupied) : renderCarScene(plate)}
<rect width="640" height="34" fill="#000" opacity=".55"/>
<text x="14" y="23" font-size="16" fill="#fff">${escapeHtml(camera.name)}</text>
<text x="626" y="23" font-size="16" fill="#fff" text-anchor="end">${now.toISOString().slice(0, 19).replace("T", " ")} UTC</text>
</svg>
`;
}

const pickPlate = (camera: Camera, turn: number) => camera.plates[turn % camera.plates.length] ?? "";

function renderDeck({ slots }: Camera, isOccupied: (slot: string) => boolean): string {
  const columns = Math.ceil(slots.length / 2);
  const width = Math.min(160, 600 / columns);
  const left = (640 - columns * width) / 2 + 2;
  const bays = slots.map((slot, index) => {
    const x = left + Math.floor(index / 2) * width;
    const y = index % 2 === 0 ? 50 : 220;
    const middle = x + width / 2 - 2;
    const paint = pickPaint(`${slot.name} ${index}`);
    const car = `<rect x="${middle - 26}" y="${y + 10}" width="52" height="88" rx="16" fill="${paint}"/><rect x="${middle - 19}" y="${y + 28}" width="38" height="18" rx="6" fill="#9fc3d8" opacity=".85"/><rect x="${middle - 19}" y="${y + 76}" width="38" height="10" rx="5" fill="#9fc3d8" opacity=".6"/>`;
    return `<rect x="${x}" y="${y}" width="${width - 4}" height="126" fill="none" stroke="#f2f4f7" stroke-width="3" opacity=".7"/>
${isOccupied(slot.id) ? car : ""}<text x="${middle}" y="${y + 118}" font-size="15" text-anchor="middle" fill="#fff">${escapeHtml(slot.name)}</text>`;
  });
  return bays.join("\n");
}
