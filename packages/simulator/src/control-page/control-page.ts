import { toDeviceView } from "../devices/device-view.ts";
import { listBays } from "../devices/parking-bays.ts";
import { toExternalSystemsView } from "../external/external-systems-view.ts";
import { toMediaServerView } from "../media/media-server-view.ts";
import { readerPlans } from "../plan/device-plan.ts";
import { gatePlans } from "../plan/gate-plan.ts";
import { boardPlans, signPlans } from "../plan/hardware-plan.ts";
import { vehicles } from "../plan/vehicle-plan.ts";
import { escapeHtml } from "../rendering/escape-html.ts";
import { renderPage } from "../rendering/html-page.ts";
import { scenarioNames, scenarios } from "../scenarios/registry.ts";
import type { Site } from "../site/site.ts";
import { maxSpeed } from "../site/site-activity.ts";
import { controlPageStyle } from "./control-page-style.ts";
import { renderDeviceCard } from "./device-card.ts";
import { renderExternalSystemsCard } from "./external-systems-card.ts";
import { renderGateCard } from "./gate-card.ts";
import { renderBoardCard, renderSignCard } from "./hardware-cards.ts";
import { type LiveState, liveButtons, liveHtml, liveState, liveText } from "./live-elements.ts";
import { liveScript } from "./live-script.ts";
import { toLiveState } from "./live-state.ts";
import { renderMediaServerCard } from "./media-server-card.ts";
import { renderParkingCard } from "./parking-card.ts";
import { renderReaderCard } from "./reader-card.ts";
import { renderSensorsCard } from "./sensors-card.ts";
import { unlitDots } from "./sign-drawing.ts";

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
