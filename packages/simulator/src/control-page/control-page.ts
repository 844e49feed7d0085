import { type DeviceView, toDeviceView } from "../devices/device-view.ts";
import { listBays } from "../devices/parking-bays.ts";
import { type ExternalSystemsView, toExternalSystemsView } from "../external/external-systems-view.ts";
import { plateFeeds } from "../feeds/registry.ts";
import { hardwareFaultTitles } from "../hardware/hardware-fault.ts";
import { type MediaServerView, toMediaServerView } from "../media/media-server-view.ts";
import { httpFaultTitles } from "../network/http-fault.ts";
import { loopPlans, type ReaderPlan, readerPlans } from "../plan/device-plan.ts";
import { type GatePlan, gatePlans } from "../plan/gate-plan.ts";
import { boardPlans, signPlans } from "../plan/hardware-plan.ts";
import { vehicles } from "../plan/vehicle-plan.ts";
import { escapeHtml } from "../rendering/escape-html.ts";
import { renderPage } from "../rendering/html-page.ts";
import { scenarioNames, scenarios } from "../scenarios/registry.ts";
import type { Site } from "../site/site.ts";
import { maxSpeed } from "../site/site-activity.ts";
import { renderGateScene } from "./gate-scene.ts";
import { renderBoardCard, renderSignCard } from "./hardware-cards.ts";
import { type LiveState, liveButtons, liveHtml, liveState, liveText } from "./live-elements.ts";
import { toLiveState } from "./live-state.ts";
import { renderParkingCard } from "./parking-card.ts";
import { unlitDots } from "./sign-drawing.ts";

/** Style of the control page, in addition to the style of every page. */
const controlPageStyle = `
:root { --sky-high: #a9cbe6; --sky-low: #e6f0f6; --hill: #9fb7a5; --road: #59636e; --mark: #e8e2c8; --metal: #5d6874 }
@media (prefers-color-scheme: dark) { :root { --sky-high: #0b1220; --sky-low: #1c2a40; --hill: #16212b; --road: #2a323b; --mark: #8d8258; --metal: #7b8896 } }
header { display: flex; flex-wrap: wrap; gap: 12px 32px; align-items: end; justify-content: space-between; position: sticky; top: 0; z-index: 2; max-width: none; margin: -24px -24px 0; padding: 16px 24px 14px; background: color-mix(in srgb, var(--ground) 88%, transparent); backdrop-filter: blur(8px); border-bottom: 1px solid var(--edge) }
main { display: grid; gap: 28px } section { display: grid; gap: 12px; min-width: 0 } .part { font-size: 13px; letter-spacing: .06em; text-transform: uppercase; color: var(--soft) }
.scenario { display: grid; gap: 6px; justify-items: start } .scenarios button { min-height: 36px; padding: 4px 16px; font-weight: 600 }
.speeds button { min-height: 28px; padding: 1px 10px }
.scenarios button[aria-pressed=true] { background: var(--accent); border-color: var(--accent); color: var(--on-accent) }
.scenarios button[value=none][aria-pressed=true] { background: transparent; border-color: var(--edge); color: var(--soft) }
.dot { display: inline-block; width: 9px; height: 9px; margin-right: 7px; border-radius: 50%; background: var(--bad) } .dot[data-state=on] { background: var(--good) }
[data-online=false] header::after { content: "The simulated site doesn't respond."; color: var(--bad); font-weight: 600 }
.top { display: grid; gap: 28px 20px; grid-template-columns: minmax(0, 1fr) } .gates { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr)) }
.gate > .view { position: relative; display: block; padding: 0; background: linear-gradient(var(--sky-high), var(--sky-low) 70%) }
.scene { display: block; width: 100% } .hills { fill: var(--hill) } .road { fill: var(--road) } .mark { stroke: var(--mark); stroke-width: 3; stroke-dasharray: 26 20; opacity: .8 } .metal { fill: var(--metal) }
.beam { fill: #ffe9a8; opacity: 0 } .eye { fill: #5d6874 } .camera[data-state=waiting] .beam { opacity: .22 } .camera[data-state=waiting] .eye { fill: #ff5a4f }
.arm { transform-origin: 417px 136.5px; transform-box: view-box } .arm[data-state=up] { transform: rotate(76deg) }
.lamp { fill: #2a3038 } .lamp.red[data-state=on] { fill: #ff4d43; filter: drop-shadow(0 0 7px #ff4d43) } .lamp.green[data-state=on] { fill: #35e08a; filter: drop-shadow(0 0 7px #35e08a) }
.buzzer { fill: #22262c } .wave { fill: none; stroke: #f0b429; stroke-width: 3; stroke-linecap: round; opacity: 0 } .buzzer[data-state=on] .wave { opacity: 1 }
@media (prefers-color-scheme: dark) { .buzzer { fill: #8a96a3 } }
.car { transform: translateX(-200px); opacity: 0 } .car:is([data-state=arriving], [data-state=waiting]) { transform: translateX(34px); opacity: 1 } .car[data-state=passing] { transform: translateX(560px); opacity: 1 } .car[data-state=turning] { transform: translateX(-200px); opacity: 1 }
@media (prefers-reduced-motion: no-preference) {
  .arm { transition: transform .8s cubic-bezier(.4, 0, .3, 1) } .beam { transition: opacity .2s }
  .car[data-state=arriving] { transition: transform 1.1s ease-out } .car[data-state=passing] { transition: transform 1.4s .35s ease-in } .car[data-state=turning] { transition: transform 1.3s ease-in }
}
.gantry { position: absolute; top: 5%; left: 27%; width: 44%; padding: 5px; border-radius: 6px; background: #22282f; box-shadow: 0 3px 10px rgb(0 0 0 / .35) }
.waiting { position: absolute; left: 12px; bottom: 10px; padding: 1px 9px; border-radius: 999px; background: rgb(0 0 0 / .6); color: #fff; font-size: 12px } .waiting:empty { display: none }
.sign { display: block; width: 100% } .lit { fill: none; stroke: #ffb020; stroke-width: .82; stroke-linecap: round; filter: drop-shadow(0 0 .6px #ff9800) } .glyphs { fill: #ffb020; font: 8px ui-monospace, monospace }
.panel { padding: 6px; border-radius: 8px; background: #22282f } .board .panel { max-width: 460px }
.gate select[name=feed] { width: 118px } .choices { gap: 4px } .choices button { min-height: 28px; padding: 1px 9px }
.relays { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 4px 12px } .relays li { display: flex; gap: 8px; align-items: center; padding: 0; border: 0 } .relays b { display: inline-grid; place-items: center; width: 24px; height: 24px; border: 1px solid var(--edge); border-radius: 6px; font-size: 12px }
.relays [data-state=on] b { background: #ffb020; border-color: #ffb020; color: #261800; box-shadow: 0 0 10px #ffb02099 }
.log { margin: 6px 0 0; padding: 0; list-style: none; font-size: 12px } .log li { padding: 1px 0; border: 0; border-radius: 0 } time { color: var(--soft); font-variant-numeric: tabular-nums } em { font-style: normal; color: var(--bad) }
.activity { display: grid } .activity > article { position: relative; min-height: 300px } .entries { position: absolute; inset: 0; margin: 0; padding: 4px 16px; list-style: none; overflow: auto } .entries li { display: grid; grid-template-columns: 58px 8px 1fr auto; gap: 10px; align-items: baseline; padding: 4px 0; border: 0; border-radius: 0; border-bottom: 1px solid var(--edge) } .entries li:last-child { border: 0 } .entries:empty::before { content: "No activity yet. Send a car to a gate."; color: var(--soft); line-height: 3 }
.entries i { width: 8px; height: 8px; border-radius: 50%; background: var(--accent) } .entries :is(.relay, .sign) i { background: #f0a020 } .entries b { font-size: 13px } .good { color: var(--good) } .bad { color: var(--bad) }
.decks { display: grid; gap: 14px 24px; grid-template-columns: repeat(auto-fill, minmax(min(300px, 100%), 1fr)) } .deck { display: grid; gap: 6px; align-content: start } .bays { display: flex; flex-wrap: wrap; gap: 4px }
.light { display: inline-block; width: 14px; height: 14px; margin-right: 7px; vertical-align: -2px; border: 2px solid #14181d; border-radius: 50%; background: #2a3038 } .light[data-state=on] { background: #35e08a; box-shadow: 0 0 8px #35e08a }
.bay { position: relative; width: 44px; height: 62px; padding: 0; border: 2px solid var(--edge); border-bottom: 0; border-radius: 4px 4px 0 0; display: grid; align-items: end; justify-items: center; font-size: 11px } .bay span { position: relative; z-index: 1; padding-bottom: 1px }
.bay::before { content: ""; position: absolute; inset: 5px 8px 16px; border-radius: 9px; background: linear-gradient(transparent 18%, rgb(255 255 255 / .55) 18% 36%, transparent 36% 78%, rgb(255 255 255 / .35) 78% 88%, transparent 88%), var(--accent); opacity: 0 } .bay[data-state=occupied]::before { opacity: 1 }
@media (prefers-reduced-motion: no-preference) { .bay::before { transform: translateY(10px); transition: opacity .15s, transform .15s } .bay[data-state=occupied]::before { transform: none } }
.label { min-width: 76px; color: var(--soft); font-size: 13px } .addresses { display: flex; flex-wrap: wrap; gap: 2px 10px; font-size: 12px }
[role=alert] { position: fixed; left: 50%; bottom: 24px; transform: translateX(-50%); max-width: 90vw; padding: 10px 18px; border-radius: 10px; background: #7a1f12; color: #fff; box-shadow: 0 8px 30px rgb(0 0 0 / .4) } [role=alert]:empty { display: none }
@media (max-width: 560px) { body { padding: 12px } header { position: static; margin: -12px -12px 0; padding: 12px } }
@media (min-width: 1240px) { .top { grid-template-columns: minmax(0, 1fr) 380px } .top > section { grid-template-rows: auto 1fr } }
@media (min-width: 1000px) { .cards > .wide { grid-column: span 2 } }
`;

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
function renderGateCard(live: LiveState, gate: GatePlan): string {
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

type CameraView = DeviceView["cameras"][number];

/** Renders a device: its faults, and forms for its cameras and slots. */
function renderDeviceCard(live: LiveState, { name, label, vendor, scope, apiPort, cameras }: DeviceView): string {
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

/** Browser script: polls the live state, and submits forms without leaving the page. */
const liveScript = `
const each = (selector, update) => { for (const element of document.querySelectorAll(selector)) update(element) };
function show({ state, text, html }) {
  each("[data-live]", (element) => { const next = state[element.dataset.live] ?? ""; if (element.dataset.state !== next) element.dataset.state = next });
  each("[data-live-button]", (element) => { element.setAttribute("aria-pressed", String(state[element.dataset.liveButton] === element.value)) });
  each("[data-live-text]", (element) => { const next = text[element.dataset.liveText] ?? ""; if (element.textContent !== next) element.textContent = next });
  each("[data-live-html]", (element) => { const next = html[element.dataset.liveHtml] ?? ""; if (element.lastHtml !== next) { element.lastHtml = next; element.innerHTML = next } });
}
async function refresh() {
  const isOnline = await fetch("/live").then((response) => response.json()).then(show).then(() => true, () => false);
  document.documentElement.dataset.online = String(isOnline);
}
async function poll() { await refresh(); setTimeout(poll, document.hidden ? 2000 : 300) }
const alertBox = document.querySelector("[role=alert]");
function showAlert(text) { alertBox.textContent = text; clearTimeout(showAlert.timer); showAlert.timer = setTimeout(() => { alertBox.textContent = "" }, 6000) }
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-live-form]")) return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  fetch(event.submitter?.getAttribute("formaction") ?? form.action, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(Object.fromEntries(fields)) })
    .then(async (response) => { const result = await response.json(); if (!response.ok) showAlert(result.message); else if (result.response && (result.status === null || result.status >= 400)) showAlert(result.response); await refresh() })
    .catch(() => showAlert("The simulated site doesn't respond."));
});
poll();
`;

/** Renders the external systems: addresses, faults, MyGate's vehicles and received notices. */
function renderExternalSystemsCard(live: LiveState, external: ExternalSystemsView): string {
  const { syncAPIUrl, notifyAPIUrl, cloudUrl, apiKey, vehicles, notices, published } = external;
  const { refusing: _, ...titles } = httpFaultTitles;
  const options = vehicles.map(
    ({ refId, plate, display }) => `<option value="${refId}">${escapeHtml(`${plate} · ${display}`)}</option>`,
  );
  return `<article><div>
<h2>MyGate and the cloud</h2>
<p class="addresses"><code>${syncAPIUrl}</code> <code>${notifyAPIUrl}</code> <code>${cloudUrl}</code> key <code>${apiKey}</code></p>
<form method="post" action="/external/set-fault" data-live-form class="choices">${liveButtons(live, "fault:external", "fault", titles)}</form>
<p>${vehicles.length} vehicles, ${notices.length} notices received, variables published ${published.length} times</p>
<form method="post" action="/external/add-vehicle"><input name="plate" placeholder="Plate" aria-label="Plate" required><input name="display" placeholder="Flat" aria-label="Flat"><button>Add vehicle</button></form>
<form method="post" action="/external/drop-vehicle"><select name="refId" aria-label="Vehicle">${options.join("")}</select><button>Remove vehicle</button></form>
<details><summary>Received notices</summary><pre>${escapeHtml(JSON.stringify(notices, null, 1))}</pre></details>
<form method="post" action="/external/reset"><button>Reset</button></form>
</div></article>`;
}

const renderCounter = (device: string, camera: string, label: string, direction: "N" | "X") =>
  `<form method="post" action="/cars/count" data-live-form><input type="hidden" name="device" value="${device}"><input type="hidden" name="camera" value="${camera}"><input type="hidden" name="direction" value="${direction}"><span class="label">${label}</span><button name="class" value="4w">Car</button><button name="class" value="2w">Two-wheeler</button></form>`;

/** Renders the sensors that belong to no gate: counting cameras, loops and speed cameras. */
function renderSensorsCard(): string {
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

const protocolTexts: Readonly<Record<ReaderPlan["driver"], string>> = { llrp: "LLRP", "line-tcp": "Text lines" };

const faultTitles = { ...hardwareFaultTitles, refuses: "Refuses", "half-frame": "Half a report", late: "Late" };

/** Renders an RFID reader: whether Gatehouse is connected, and its faults. */
const renderReaderCard = (live: LiveState, { name, label, driver }: ReaderPlan): string => `<article><div>
<h2>${escapeHtml(label)} <small>${protocolTexts[driver]} · ${liveText(live, "span", `port:${name}`)} · ${liveText(live, "span", `reader:${name}`)}</small></h2>
<form method="post" action="/boards/${name}/set-fault" data-live-form class="choices">${liveButtons(live, `fault:${name}`, "fault", faultTitles)}</form>
</div></article>`;

/** Renders the media server: its faults, viewers, and a link to the picture of each camera. */
function renderMediaServerCard(live: LiveState, { port, cameras }: MediaServerView): string {
  const links = Object.entries(cameras).map(([source, { frame }]) => `<a href="${frame}">${escapeHtml(source)}</a>`);
  return `<article><div>
<h2>Media server <small>HTTP and WebSocket · 127.0.0.1:${port}</small></h2>
<form method="post" action="/media/set-fault" data-live-form class="choices">${liveButtons(live, "fault:media", "fault", httpFaultTitles)}</form>
<p>${liveText(live, "span", "viewers")} · Pictures: ${links.join(" · ")}</p>
</div></article>`;
}

/** Renders the control page: the live state of the site, and plain HTML forms for every action. */
export function renderControlPage(site: Site): string {
  const live = toLiveState(site);
  const section = (title: string, kind: string, ...cards: readonly string[]) =>
    `<section aria-label="${escapeHtml(title)}"><h2 class="part">${escapeHtml(title)}</h2><div class="${kind}">${cards.join("\n")}</div></section>`;
  const body = [
    '<div class="top">',
    section("Gates", "gates", ...gatePlans.map((gate) => renderGateCard(live, gate))),
    section(
      "Activity",
      "activity",
      `<article>${liveHtml(live, "ol", "activity", 'class="entries" tabindex="0" aria-label="Latest activity"')}</article>`,
    ),
    "</div>",
    section("Parking and sensors", "cards", renderParkingCard(live, listBays(site.devices)), renderSensorsCard()),
    section("Relay boards", "cards", ...boardPlans.map((plan) => renderBoardCard(live, plan))),
    section("RFID readers", "cards", ...readerPlans.map((plan) => renderReaderCard(live, plan))),
    section("Signs", "cards", ...signPlans.map((plan) => renderSignCard(live, plan))),
    section("Multimedia displays", "cards", `<article>${liveHtml(live, "div", "screens")}</article>`),
    section("Devices", "cards", ...site.devices.map((device) => renderDeviceCard(live, toDeviceView(device)))),
    section("Media server", "cards", renderMediaServerCard(live, toMediaServerView(site.media))),
    section("External systems", "cards", renderExternalSystemsCard(live, toExternalSystemsView(site.external))),
    `<datalist id="plates">${vehicles.map(({ plate, status }) => `<option value="${plate}">${status}</option>`).join("")}</datalist>`,
    `<p role="alert"></p>${unlitDots}`,
  ];
  return renderPage({
    title: "Simulated site",
    subtitle: "Send cars to the gates, unplug hardware, and watch how Gatehouse reacts.",
    aside: renderScenarios(live),
    body: body.join("\n"),
    style: controlPageStyle,
    script: liveScript,
  });
}

const speedTitles = { "1": "×1", "5": "×5", "20": "×20", [`${maxSpeed}`]: `×${maxSpeed}` };

function renderScenarios(live: LiveState): string {
  const titles = Object.fromEntries(scenarioNames.map((name) => [name, scenarios[name].label]));
  return `<div class="scenario">
<form method="post" action="/scenario/start" data-live-form class="scenarios">${liveButtons(live, "scenario", "scenario", titles)}<button formaction="/scenario/stop" data-live-button="scenario" value="none" aria-pressed="${live.state.scenario === "none"}">Stop</button></form>
<form method="post" action="/speed" data-live-form class="scenarios speeds" aria-label="Speed">${liveButtons(live, "speed", "speed", speedTitles)}</form>
<p><span class="dot" ${liveState(live, "link")}></span>${liveText(live, "span", "link")} · ${liveText(live, "b", "inside")}</p>
</div>`;
}
