import type { DeviceView } from "../devices/device-view.ts";
import { httpFaultTitles } from "../network/http-fault.ts";
import { escapeHtml } from "../rendering/escape-html.ts";
import { type LiveState, liveButtons } from "./live-elements.ts";

type CameraView = DeviceView["cameras"][number];

/** Renders a device: its faults, and forms for its cameras and slots. */
export function renderDeviceCard(
  live: LiveState,
  { name, label, vendor, scope, apiPort, cameras }: DeviceView,
): string {
  return `<article><div>
<h2>${escapeHtml(label)} <small>${vendor} · ${scope} · <a href="http://127.0.0.1:${apiPort}/">127.0.0.1:${apiPort}</a></small></h2>
<form method="post" action="/devices/${name}/set-fault" data-live-form class="choices">${liveButtons(live, `fault:${name}`, "fault", httpFaultTitles)}</form>
${cameras.map((camera) => renderCamera(name, camera)).join("\n")}
${cameras.length > 0 ? renderAddForm(name, "add-camera", "", "New camera") : ""}
<form method="post" action="/devices/${name}/reset"><button>Reset</button></form>
</div></article>`;
}

function renderCamera(device: string, { id, name, slots }: CameraView): string {
  const cameraField = renderHidden("camera", id);
  const slotForms = slots.map((slot) =>
    renderEditForm(device, "slot", `${cameraField}${renderHidden("slot", slot.id)}`, slot.name),
  );
  return `<details><summary>${escapeHtml(name)} <code>${escapeHtml(id)}</code></summary>
${renderEditForm(device, "camera", cameraField, name)}
<form method="post" action="/devices/${device}/renumber-camera">${cameraField}<input name="id" placeholder="New id" aria-label="New id" required><button>Change id</button></form>
${slotForms.join("\n")}
${renderAddForm(device, "add-slot", cameraField, "New slot")}
</details>`;
}

/** Renders a form that renames or removes a camera or slot. */
const renderEditForm = (device: string, kind: "camera" | "slot", hiddenFields: string, name: string) =>
  `<form method="post" action="/devices/${device}/rename-${kind}">${hiddenFields}<input name="name" value="${escapeHtml(name)}" aria-label="Name of the ${kind}" required><button>Rename ${kind}</button><button formaction="/devices/${device}/drop-${kind}">Remove</button></form>`;

const renderAddForm = (device: string, action: string, hiddenFields: string, label: string) =>
  `<form method="post" action="/devices/${device}/${action}">${hiddenFields}<input name="name" placeholder="${label}" aria-label="${label}" required><button>Add</button></form>`;

const renderHidden = (name: string, value: string) =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
