import type { Bay, NamedBay } from "../devices/parking-bays.ts";
import { lightPlans } from "../plan/hardware-plan.ts";
import { escapeHtml } from "../rendering/escape-html.ts";
import { type LiveState, liveState, liveText } from "./live-elements.ts";

/** Key of a bay in the live state. */
export const toBayKey = ({ device, source, slot }: Bay) => `bay:${device}/${source}/${slot}`;

/** Renders the parking bays; pressing one parks a car there or removes it. */
export function renderParkingCard(live: LiveState, bays: readonly NamedBay[]): string {
  const baysByWatcher = Map.groupBy(bays, ({ device, source }) => `${device}/${source}`);
  const decks = [...baysByWatcher].map(([key, group]) => {
    const [first] = group;
    if (!first) return "";
    const buttons = group.map(
      (bay) =>
        `<button name="slot" value="${escapeHtml(bay.slot)}" class="bay" ${liveState(live, toBayKey(bay))} aria-label="${escapeHtml(`${bay.watcher}, slot ${bay.name}`)}"><span>${escapeHtml(bay.name)}</span></button>`,
    );
    return `<form method="post" action="/cars/park" data-live-form class="deck"><h3>${renderLight(live, first)}${escapeHtml(first.watcher)} ${liveText(live, "small", `free:${key}`)}</h3>
<input type="hidden" name="device" value="${escapeHtml(first.device)}"><input type="hidden" name="source" value="${escapeHtml(first.source)}">
<div class="bays">${buttons.join("")}</div></form>`;
  });
  return `<article class="wide"><div><h2>Parking <small>Press a bay to park a car or remove it</small></h2><div class="decks">${decks.join("\n")}</div></div></article>`;
}

/** Renders the light above a part of the deck, if it has one. */
function renderLight(live: LiveState, { device, source }: Bay): string {
  const plan = lightPlans.find((light) => light.device === device && light.source === source);
  return plan
    ? `<i class="light" ${liveState(live, `relay:${plan.relay.board}/${plan.relay.relay}`)} title="On while places are free"></i>`
    : "";
}
