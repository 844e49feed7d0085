import { loopPlans } from "../plan/device-plan.ts";
import { escapeHtml } from "../rendering/escape-html.ts";

const renderCounter = (device: string, camera: string, label: string, direction: "N" | "X") =>
  `<form method="post" action="/cars/count" data-live-form><input type="hidden" name="device" value="${device}"><input type="hidden" name="camera" value="${camera}"><input type="hidden" name="direction" value="${direction}"><span class="label">${label}</span><button name="class" value="4w">Car</button><button name="class" value="2w">Two-wheeler</button></form>`;

/** Renders the sensors that belong to no gate: counting cameras, loops and speed cameras. */
export function renderSensorsCard(): string {
  const buttons = loopPlans.map(
    ({ name, label }) => `<button name="loop" value="${name}">${escapeHtml(label)}</button>`,
  );
  return `<article><div><h2>Sensors <small>Counting cameras, loops, speed cameras</small></h2>
${renderCounter("ramp-count", "31", "Ramp up", "N")}
${renderCounter("ramp-count", "32", "Ramp down", "X")}
${renderCounter("entrance-count", "1", "Hall in", "N")}
${renderCounter("entrance-count", "2", "Hall out", "X")}
<form method="post" action="/cars/loop" data-live-form><span class="label">Loops</span>${buttons.join("")}</form>
<form method="post" action="/cars/speed" data-live-form><span class="label">Ring road</span><input name="plate" list="plates" placeholder="Plate" aria-label="Plate" required autocomplete="off"><input name="speed" type="number" min="1" max="300" value="46" aria-label="Speed in km/h" required><select name="camera" aria-label="Camera"><option value="21">north</option><option value="22">south</option></select><button class="act">Drive past</button></form>
</div></article>`;
}
