import { lightPlans } from "../plan/hardware-plan.ts";
import { escapeHtml } from "../rendering/escape-html.ts";
import type { Live } from "./live-elements.ts";
import { state, text } from "./live-elements.ts";

/** A bay of the deck as the page needs it. */
export interface DrawnBay {
  readonly device: string;
  readonly source: string;
  readonly slot: string;
  readonly name: string;
  readonly watcher: string;
}

/** How a bay is named among what is live. */
export const bayKey = ({ device, source, slot }: DrawnBay) => `bay:${device}/${source}/${slot}`;

/** Bays from above; pressing one lets a car park there or leave. */
export function deckCard(live: Live, bays: readonly DrawnBay[]): string {
  const watchers = Map.groupBy(bays, ({ device, source }) => `${device}/${source}`);
  const decks = [...watchers].map(([key, group]) => {
    const [first] = group;
    if (!first) return "";
    const buttons = group.map(
      (bay) =>
        `<button name="slot" value="${escapeHtml(bay.slot)}" class="bay" ${state(live, bayKey(bay))} aria-label="${escapeHtml(`${bay.watcher}, slot ${bay.name}`)}"><span>${escapeHtml(bay.name)}</span></button>`,
    );
    return `<form method="post" action="/cars/park" data-quiet class="deck"><h3>${light(live, first)}${escapeHtml(first.watcher)} ${text(live, "small", `free:${key}`)}</h3>
<input type="hidden" name="device" value="${escapeHtml(first.device)}"><input type="hidden" name="source" value="${escapeHtml(first.source)}">
<div class="bays">${buttons.join("")}</div></form>`;
  });
  return `<article class="wide"><div><h2>Parking <small>Press a bay to park a car there or to let it go</small></h2><div class="decks">${decks.join("\n")}</div></div></article>`;
}

/** The light above a part of the deck, where it has one. */
function light(live: Live, { device, source }: DrawnBay): string {
  const plan = lightPlans.find((one) => one.device === device && one.source === source);
  return plan
    ? `<i class="light" ${state(live, `relay:${plan.place.board}/${plan.place.relay}`)} title="Lit while places are free"></i>`
    : "";
}
