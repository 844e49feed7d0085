import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { handlingMinutes, type LoopState, type Station, type StationCard } from "@gatehouse/contract/entities/station";
import { toContacts } from "@gatehouse/contract/fields/contacts";
import { listCommandsOfEvents } from "../../gate/command.store.ts";
import { findLoop } from "../../gate/loop-states.ts";
import { isReadLoop } from "../../gate/site-boards.ts";
import type { Site } from "../../gate/site-cache.ts";
import type { SiteGate } from "../../gate/site-wiring.ts";
import type { ImageUrls } from "../../house/event-image-urls.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import type { GateLimit } from "../../platform/http/gate-limit.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { listCorrections } from "../data-quality/plate-correction.store.ts";
import { loadEventsById } from "../events/event-list.ts";
import { toSiteEvent } from "../events/event-row.ts";
import { type CardFact, findPlaces, listCardFacts, maxEarlier } from "./card-facts.ts";
import { describeCard } from "./describe-card.ts";
import { findOpenings } from "./manual-openings.ts";
import { closeCard, type GateNow } from "./open-cards.ts";
import { findOnDuty, listHostContacts, listNotes } from "./station.store.ts";

const minuteMs = 60_000;

/** Only plates and tags are read at gates. */
type Passage = Extract<SiteEvent, { module: "ANPR_ACCESS_CONTROL" | "RFID_ACCESS_CONTROL" }>;

interface Parts {
  readonly services: Pick<Services, "db" | "clock">;
  readonly site: Site;
  readonly urlOf: ImageUrls;
  readonly gateIds: GateLimit;
}

/** The vehicles at a gate that need a guard, and those before. */
export async function loadStation(db: ReadDb, gateId: number, parts: Parts): Promise<Station> {
  const { services, site, gateIds } = parts;
  const gate = site.gates.get(gateId);
  if (!gate) throw httpError("record/not-found");
  const loop = gate.loopId === null ? null : await findLoop(db, gate.loopId);
  const now = {
    nowMs: services.clock.now().getTime(),
    maxCardMs: site.configs.stationCardMinutes * minuteMs,
  };
  const cards = await listCards(db, gate, { ...parts, loop, now });
  const shown = [
    ...cards.filter(({ list }) => list !== "earlier"),
    ...cards.filter(({ list }) => list === "earlier").slice(0, maxEarlier),
  ];
  const described: { list: CardList; card: StationCard }[] = [];
  // One after the other: a long queue must not take all connections to the database.
  for (const { fact, card, list } of shown)
    described.push({ list, card: await describeCard(fact, card, { services, site, db, gate }) });
  const cardsOf = (list: CardList) => described.filter((one) => one.list === list).map(({ card }) => card);
  return {
    gate: { id: gate.id, name: gate.name },
    loop: isOnInput(gate.loopId, site) ? toLoopState(loop) : null,
    waiting: cardsOf("waiting").toReversed(),
    left: cardsOf("left"),
    earlier: cardsOf("earlier"),
    notes: await listNotes(db, gateId),
    contacts: [...toContacts(site.configs.stationContacts), ...(await listHostContacts(db, gateIds))],
    onDuty: await findOnDuty(db, gateId),
  };
}

type CardList = keyof Pick<Station, "waiting" | "left" | "earlier">;

/** The cards of a gate without their details, the newest first. */
async function listCards(
  db: ReadDb,
  gate: SiteGate,
  { urlOf, site, loop, now }: Parts & { loop: Awaited<ReturnType<typeof findLoop>>; now: GateNow },
) {
  const facts = await listCardFacts(db, gate.id, now);
  const places = await findPlaces(db, facts, { gate, site, loop, now });
  const ids = facts.map(({ id }) => id);
  const rows = new Map((await loadEventsById(db, ids)).map((row) => [row.id, row]));
  const openings = findOpenings(ids.length === 0 ? [] : await listCommandsOfEvents(db, ids));
  const corrections = await listCorrections(db, ids);
  return facts.flatMap((fact) => {
    const row = rows.get(fact.id);
    const place = places.get(fact.id);
    // A misread is shown on the card of its vehicle.
    if (!row || !place || place.cardId !== fact.id) return [];
    const opening = openings.get(fact.id) ?? null;
    const { isGranted, barrierFailure } = row;
    const { away, alsoRead } = place;
    const { isWaiting, closing } = closeCard(
      {
        isGranted,
        barrierFailure,
        receivedAtMs: Date.parse(row.receivedAt),
        opening: opening?.state ?? null,
        isDenied: fact.deniedBy !== null,
        isSeenAgain: fact.isSeenAgain,
      },
      now,
    );
    const card: StationCard = {
      event: toSiteEvent(row, urlOf) as Passage,
      opening,
      correction: corrections.get(fact.id) ?? null,
      closing,
      nearestFix: fact.trace?.nearestFix ?? null,
      vehicle: null,
      candidates: [],
      handling: toHandling(fact, now.nowMs),
      denial: fact.deniedBy === null ? null : { by: fact.deniedBy, reason: fact.reason },
      away,
      alsoRead: [...alsoRead],
      confusions: [],
    };
    const list: CardList = !isWaiting ? "earlier" : away === null || away === "behind" ? "waiting" : "left";
    return [{ fact, card, list }];
  });
}

function toHandling({ handledBy, handledAt }: CardFact, nowMs: number): StationCard["handling"] {
  if (handledBy === null || handledAt === null) return null;
  const isCurrent = Math.abs(nowMs - Date.parse(handledAt)) < handlingMinutes * minuteMs;
  return isCurrent ? { by: handledBy, since: handledAt } : null;
}

/** A loop that pushes pulses says nothing about a vehicle that waits on it. */
function isOnInput(loopId: number | null, { sensors }: Site): boolean {
  const loop = loopId === null ? undefined : sensors.get(loopId);
  return loop !== undefined && isReadLoop(loop);
}

const toLoopState = (loop: { isOccupied: boolean } | null): LoopState =>
  loop === null ? "unknown" : loop.isOccupied ? "vehicle" : "free";
