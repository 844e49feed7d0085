import { listedDevice } from "../devices/device-view.ts";
import { baysOf } from "../devices/parking-bays.ts";
import { listedOutside } from "../external/external-systems-view.ts";
import { gatePlans } from "../plan/gate-plan.ts";
import { boardPlans, signPlans } from "../plan/hardware-plan.ts";
import { vehicles } from "../plan/vehicle-plan.ts";
import { escapeHtml } from "../rendering/escape-html.ts";
import { page } from "../rendering/html-page.ts";
import { worldNames, worlds } from "../scenarios/registry.ts";
import type { PlayedSite } from "../site/site.ts";
import { stageStyle } from "./control-page-style.ts";
import { deviceCard } from "./device-card.ts";
import { outsideCard } from "./external-systems-card.ts";
import { gateCard } from "./gate-card.ts";
import { boardCard, signCard } from "./hardware-cards.ts";
import type { Live } from "./live-elements.ts";
import { choices, html, state, text } from "./live-elements.ts";
import { liveScript } from "./live-script.ts";
import { liveState } from "./live-state.ts";
import { deckCard } from "./parking-card.ts";
import { passingCard } from "./sensors-card.ts";
import { unlitDots } from "./sign-drawing.ts";

/** The page from which a person plays the site: it shines as the site does, and everything is a plain form. */
export function controlPage(site: PlayedSite): string {
  const live = liveState(site);
  const section = (title: string, kind: string, ...cards: readonly string[]) =>
    `<section aria-label="${escapeHtml(title)}"><h2 class="part">${escapeHtml(title)}</h2><div class="${kind}">${cards.join("\n")}</div></section>`;
  const body = [
    '<div class="top">',
    section("Gates", "gates", ...gatePlans.map((gate) => gateCard(live, gate))),
    section(
      "What happens",
      "happens",
      `<article>${html(live, "ol", "happened", 'class="happened" tabindex="0" aria-label="What happened last"')}</article>`,
    ),
    "</div>",
    section("Inside", "cards", deckCard(live, baysOf(site.devices)), passingCard()),
    section("Relay boards", "cards", ...boardPlans.map((plan) => boardCard(live, plan))),
    section("Signs", "cards", ...signPlans.map((plan) => signCard(live, plan))),
    section("Devices", "cards", ...site.devices.map((device) => deviceCard(live, listedDevice(device)))),
    section("Outside", "cards", outsideCard(live, listedOutside(site.outside))),
    `<datalist id="plates">${vehicles.map(({ plate, standing }) => `<option value="${plate}">${standing}</option>`).join("")}</datalist>`,
    `<p role="alert"></p>${unlitDots}`,
  ];
  return page({
    title: "Simulated site",
    note: "Let cars drive up, pull a plug, and see what Gatehouse makes of it.",
    aside: director(live),
    body: body.join("\n"),
    style: stageStyle,
    script: liveScript,
  });
}

function director(live: Live): string {
  const titles = { ...Object.fromEntries(worldNames.map((name) => [name, worlds[name].label])) };
  return `<div class="director">
<form method="post" action="/world/play" data-quiet class="worlds">${choices(live, "world", "world", titles)}<button formaction="/world/stop" data-choice="world" value="none" aria-pressed="${live.state.world === "none"}">Stop</button></form>
<p><span class="dot" ${state(live, "link")}></span>${text(live, "span", "link")} · ${text(live, "b", "inside")}</p>
</div>`;
}
