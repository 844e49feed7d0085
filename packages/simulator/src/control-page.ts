import type { SimulatedDevice } from "./device.ts";
import type { Camera } from "./device-plan.ts";
import { escapeHtml } from "./escape-html.ts";
import { type Manner, manners } from "./manner.ts";
import type { OutsideSystems } from "./outside.ts";
import { outsideCard } from "./outside-card.ts";
import { page } from "./page.ts";

/** The page from which a person plays the site's devices: plain forms, each a control call. */
export const controlPage = (devices: readonly SimulatedDevice[], outside: OutsideSystems): string =>
  page({
    title: "Simulated site",
    note: "Pull a plug, rename a slot, and see what Gatehouse makes of it.",
    body: [...devices.map(card), outsideCard(outside, words)].join("\n"),
  });

const words: Readonly<Record<Manner, string>> = {
  normal: "Well",
  refusing: "Unplugged",
  silent: "Silent",
  slow: "Slow",
  garbage: "Garbage",
  truncated: "Half answers",
  huge: "Half a megabyte",
  redirecting: "Redirects",
  "wrong-credentials": "Refuses passwords",
};

function card(device: SimulatedDevice): string {
  const { name, label, vendor, scope } = device.plan;
  const address = `http://127.0.0.1:${device.port}/`;
  const buttons = manners.map(
    (manner) =>
      `<button name="manner" value="${manner}" aria-pressed="${manner === device.manner()}">${words[manner]}</button>`,
  );
  return `<article><div>
<h2>${escapeHtml(label)}</h2>
<p>${vendor} · ${scope} · <a href="${address}">127.0.0.1:${device.port}</a></p>
<form method="post" action="/devices/${name}/behave">${buttons.join("\n")}</form>
${device.plan.cameras.length === 0 ? "" : device.cameras.map((camera) => cameraForms(name, camera)).join("\n")}
${device.plan.cameras.length === 0 ? "" : addForm(name, "add-camera", "", "New camera")}
<form method="post" action="/devices/${name}/reset"><button>As at the start</button></form>
</div></article>`;
}

function cameraForms(device: string, { id, name, slots }: Camera): string {
  const camera = hidden("camera", id);
  const slotForms = slots.map((slot) => named(device, "slot", `${camera}${hidden("slot", slot.id)}`, slot.name));
  return `<details><summary>${escapeHtml(name)} <code>${escapeHtml(id)}</code></summary>
${named(device, "camera", camera, name)}
<form method="post" action="/devices/${device}/renumber-camera">${camera}<input name="id" placeholder="another id" aria-label="Another id" required><button>Renumber</button></form>
${slotForms.join("\n")}
${addForm(device, "add-slot", camera, "New slot")}
</details>`;
}

/** Something with a name: rename it or drop it. */
const named = (device: string, what: "camera" | "slot", which: string, name: string) =>
  `<form method="post" action="/devices/${device}/rename-${what}">${which}<input name="name" value="${escapeHtml(name)}" aria-label="Name of the ${what}" required><button>Rename ${what}</button><button formaction="/devices/${device}/drop-${what}">Drop</button></form>`;

const addForm = (device: string, action: string, which: string, placeholder: string) =>
  `<form method="post" action="/devices/${device}/${action}">${which}<input name="name" placeholder="${placeholder}" aria-label="${placeholder}" required><button>Add</button></form>`;

const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
