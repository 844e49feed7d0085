import type { ListedDevice } from "../devices/device-view.ts";
import type { Manner } from "../network/http-fault.ts";
import { escapeHtml } from "../rendering/escape-html.ts";
import type { Live } from "./live-elements.ts";
import { choices } from "./live-elements.ts";

/** What a person reads for each manner of a device. */
export const mannerTitles: Readonly<Record<Manner, string>> = {
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

type ListedCamera = ListedDevice["cameras"][number];

/** A device with its cameras and slots, and a form for everything that can be changed of them. */
export function deviceCard(live: Live, { name, label, vendor, scope, apiPort, cameras }: ListedDevice): string {
  const reports = cameras.length > 0;
  return `<article><div>
<h2>${escapeHtml(label)} <small>${vendor} · ${scope} · <a href="http://127.0.0.1:${apiPort}/">127.0.0.1:${apiPort}</a></small></h2>
<form method="post" action="/devices/${name}/behave" data-quiet class="choices">${choices(live, `manner:${name}`, "manner", mannerTitles)}</form>
${cameras.map((camera) => cameraForms(name, camera)).join("\n")}
${reports ? addForm(name, "add-camera", "", "New camera") : ""}
<form method="post" action="/devices/${name}/reset"><button>As at the start</button></form>
</div></article>`;
}

function cameraForms(device: string, { id, name, slots }: ListedCamera): string {
  const camera = hidden("camera", id);
  const slotForms = slots.map((slot) => renaming(device, "slot", `${camera}${hidden("slot", slot.id)}`, slot.name));
  return `<details><summary>${escapeHtml(name)} <code>${escapeHtml(id)}</code></summary>
${renaming(device, "camera", camera, name)}
<form method="post" action="/devices/${device}/renumber-camera">${camera}<input name="id" placeholder="another id" aria-label="Another id" required><button>Renumber</button></form>
${slotForms.join("\n")}
${addForm(device, "add-slot", camera, "New slot")}
</details>`;
}

/** Something with a name: rename it or drop it. */
const renaming = (device: string, what: "camera" | "slot", which: string, name: string) =>
  `<form method="post" action="/devices/${device}/rename-${what}">${which}<input name="name" value="${escapeHtml(name)}" aria-label="Name of the ${what}" required><button>Rename ${what}</button><button formaction="/devices/${device}/drop-${what}">Drop</button></form>`;

const addForm = (device: string, action: string, which: string, placeholder: string) =>
  `<form method="post" action="/devices/${device}/${action}">${which}<input name="name" placeholder="${placeholder}" aria-label="${placeholder}" required><button>Add</button></form>`;

const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
