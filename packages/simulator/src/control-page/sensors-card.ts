import { sensorPlans } from "../plan/device-plan.ts";
import { escapeHtml } from "../rendering/escape-html.ts";

const count = (device: string, camera: string, label: string, direction: "N" | "X") =>
  `<form method="post" action="/cars/count" data-quiet><input type="hidden" name="device" value="${device}"><input type="hidden" name="camera" value="${camera}"><input type="hidden" name="direction" value="${direction}"><span class="what">${label}</span><button name="class" value="4w">A car</button><button name="class" value="2w">A two-wheeler</button></form>`;

/** What passes by without a gate: counting cameras, loops and the road with its speed cameras. */
export function passingCard(): string {
  const loops = sensorPlans.filter(({ kind }) => kind === "loop");
  const pulses = loops.map(({ name, label }) => `<button name="loop" value="${name}">${escapeHtml(label)}</button>`);
  return `<article><div><h2>Passing by <small>Counting cameras, loops, speed</small></h2>
${count("ramp-count", "31", "Ramp up", "N")}
${count("ramp-count", "32", "Ramp down", "X")}
${count("entrance-count", "1", "Hall in", "N")}
${count("entrance-count", "2", "Hall out", "X")}
<form method="post" action="/cars/loop" data-quiet><span class="what">Loops</span>${pulses.join("")}</form>
<form method="post" action="/cars/speed" data-quiet><span class="what">Ring road</span><input name="plate" list="plates" placeholder="Plate" aria-label="Plate" required autocomplete="off"><input name="speed" type="number" min="1" max="300" value="46" aria-label="Speed in kmph" required><select name="camera" aria-label="Camera"><option value="21">north</option><option value="22">south</option></select><button class="act">Drive by</button></form>
</div></article>`;
}
