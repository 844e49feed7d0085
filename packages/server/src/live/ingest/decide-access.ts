import { normalizeIdentifier } from "@gatehouse/contract/fields/normalize-identifier";
import type { AccessDecision, AccessQuestion } from "@gatehouse/engine/access/access";
import { decideAccess } from "@gatehouse/engine/access/decide";
import { planCommands } from "@gatehouse/engine/commands/plan";
import { countTag } from "@gatehouse/engine/counting/vehicles";
import { joinPassage } from "@gatehouse/engine/passage/passage";
import type { Clock } from "../../platform/clock.ts";
import type { OutboxMessage } from "../outbox.ts";
import type { Arrival } from "./arrival.ts";
import { type Identifier, identifierKey, type Known, passageKey } from "./known.ts";
import { eventRow, type Outcome, type StoredEvent, type StoredPassage } from "./outcome.ts";
import type { Site } from "./site.ts";
import type { SiteGate } from "./site-wiring.ts";
import { wiringFor } from "./wired.ts";

/** The gate that something was read at. */
export function gateOf(site: Site, { source }: Pick<Arrival, "source">): SiteGate | null {
  if (source.sensor) return site.gateOfSensor.get(source.sensor.id) ?? null;
  return (source.camera && site.gateOfCamera.get(source.camera.id)) ?? null;
}

/** What was read, in both ways that it is written. */
export function readingOf({ sighting }: Pick<Arrival, "sighting">): AccessQuestion["read"] {
  const raw = sighting.kind === "plate" ? sighting.plate : sighting.kind === "tag" ? sighting.tag : "";
  const type = sighting.kind === "tag" ? "RFID" : "LICENSE_PLATE";
  return { type, raw, normalized: normalizeIdentifier(raw) };
}

/** What is known of a plate or tag, uses of this very moment included. */
export function knownOf(known: Known, read: AccessQuestion["read"]) {
  const reservations = known.reservations.get(identifierKey(read.type, read.normalized)) ?? [];
  return {
    identifiers: known.identifiers.get(identifierKey(read.type, read.normalized)) ?? [],
    reservations: reservations.map((reservation) => {
      const uses = known.uses.get(reservation.id);
      if (!uses) return reservation;
      return {
        ...reservation,
        entries: reservation.entries + uses.entries,
        exits: reservation.exits + uses.exits,
      };
    }),
  };
}

/** ENG-1: a plate or tag at a gate. */
export function decideAtGate(site: Site, known: Known, id: number, arrival: Arrival, clock: Clock): Outcome {
  const { sighting, source, timing, receivedAt, module } = arrival;
  const gate = gateOf(site, arrival);
  const read = readingOf(arrival);
  const camera = source.camera;
  const isAfterwards = sighting.kind === "plate" && sighting.isAfterwards;
  const decision = decideAccess({
    read,
    now: receivedAt,
    timing,
    isAfterwards,
    isModuleActive: site.modules[module],
    // What a camera sees that nobody has saved yet is kept, and opens nothing.
    gate: camera && !camera.isSaved ? null : gate,
    seenDirection: "direction" in sighting ? sighting.direction : null,
    isBidirectional: camera?.isBidirectional ?? false,
    ...knownOf(known, read),
  });
  const event = accessRow(id, arrival, decision, gate);
  const past = gate && known.passages.get(passageKey(gate.id, decision.vehicle));
  // Where nothing was to decide, nothing is joined either, so that what a switched-off module reads never counts; a
  // report on a passage that is over belongs to it.
  const isOfPassage = decision.trace.isGranted !== null || (isAfterwards && timing === "live");
  const passage =
    gate && site.modules[module] && isOfPassage && decision.vehicle !== ""
      ? joinPassage(
          past ? [{ ...past, at: asNowRead(past.at, receivedAt, clock) }] : [],
          { vehicle: decision.vehicle, at: receivedAt, isGranted: decision.isGranted },
          site.configs.passageSeconds,
        )
      : ({ isNew: true } as const);
  if (!passage.isNew && past) return seenAgain(known, { event, gate, arrival, past, reason: passage.reason });
  return passesNow(site, known, { event, gate, arrival, decision });
}

/** SAFE-2: when a passage was decided, by the clock as it reads now: a step in between neither splits nor joins one. */
const asNowRead = (at: Date, receivedAt: Date, clock: Clock): Date =>
  new Date(receivedAt.getTime() - clock.elapsedMs(at, receivedAt));

function accessRow(id: number, arrival: Arrival, decision: AccessDecision, gate: SiteGate | null): StoredEvent {
  const { sighting } = arrival;
  const { trace, grant, direction } = decision;
  const read = trace.read?.normalized ?? "";
  const row = { ...eventRow(id, arrival, trace, decision.status), direction };
  return {
    ...row,
    ...(sighting.kind === "plate" && {
      lp: read,
      lpRaw: sighting.plate,
      plateNormalized: read,
      vehicleType: sighting.vehicleType,
      confidence: sighting.confidence,
      speed: sighting.speed,
    }),
    ...(sighting.kind === "tag" && { tag: sighting.tag, tagNormalized: read }),
    gateId: gate?.id,
    gateName: gate?.name,
    identifierId: grant?.kind === "identifier" ? grant.id : undefined,
    reservationId: grant?.kind === "reservation" ? grant.id : undefined,
    shelf: gate ? "gate" : "elsewhere",
  };
}

/** One passage is one decision: a further sighting says so and does nothing. */
function seenAgain(
  known: Known,
  parts: { event: StoredEvent; gate: SiteGate | null; arrival: Arrival; past: StoredPassage; reason: string },
): Outcome {
  const { event, gate, arrival, past, reason } = parts;
  const { isGranted } = past;
  // The gate's reader counts a vehicle that it let through, also where a camera saw it first.
  const isCounting = arrival.module === "RFID_ACCESS_CONTROL" && !past.isCounted;
  const steps = isCounting ? countTag({ isGranted, isNew: true }, asBase(arrival)) : [];
  const passage = steps.length > 0 ? { ...past, isCounted: true } : undefined;
  if (passage) known.passages.set(passageKey(past.gateId, past.vehicle), passage);
  return {
    event: {
      ...event,
      status: isGranted ? "PROCESSED" : "RECEIVED",
      isGranted,
      reason,
      trace: { ...event.trace, isGranted, reason },
      identifierId: undefined,
      reservationId: undefined,
      passageOf: past.eventId,
      shelf: past.module === arrival.module ? "again" : event.shelf,
    },
    gate,
    commands: [],
    steps,
    ...(passage && { passage }),
    joined: past,
    notices: [],
    alerts: [],
    told: [],
  };
}

/** A passage of its own, which is acted upon. */
function passesNow(
  site: Site,
  known: Known,
  parts: { event: StoredEvent; gate: SiteGate | null; arrival: Arrival; decision: AccessDecision },
): Outcome {
  const { event, gate, arrival, decision } = parts;
  const { isGranted, grant, direction, trace, vehicle } = decision;
  const isTag = arrival.module === "RFID_ACCESS_CONTROL";
  const steps = isTag ? countTag({ isGranted, isNew: true }, asBase(arrival)) : [];
  const passage: StoredPassage | undefined =
    gate && trace.isGranted !== null && vehicle !== ""
      ? {
          gateId: gate.id,
          vehicle,
          eventId: event.id,
          occurredAt: event.occurredAt,
          at: event.receivedAt,
          module: event.module,
          isGranted,
          isCounted: steps.length > 0,
        }
      : undefined;
  if (passage) known.passages.set(passageKey(passage.gateId, vehicle), passage);
  const use = grant?.kind === "reservation" && direction ? { reservationId: grant.id, direction } : undefined;
  if (use) {
    const before = known.uses.get(use.reservationId) ?? { entries: 0, exits: 0 };
    before[use.direction === "N" ? "entries" : "exits"] += 1;
    known.uses.set(use.reservationId, before);
  }
  const matched = (
    known.identifiers.get(
      identifierKey(trace.read?.type ?? "RFID", event.plateNormalized ?? event.tagNormalized ?? ""),
    ) ?? []
  ).filter(({ id }) =>
    trace.candidates.some((candidate) => candidate.kind === "identifier" && candidate.id === id && candidate.isMatch),
  );
  // A tag's vehicle passes as well where it is known by its plate.
  const byPlate = isTag ? (known.identifiers.get(identifierKey("LICENSE_PLATE", vehicle)) ?? []) : [];
  return {
    event: { ...event, vehicleType: event.vehicleType ?? matched[0]?.vehicleType ?? null },
    gate,
    commands: gate ? planCommands({ trace, grant, isNew: true }, wiringFor(gate)) : [],
    steps,
    ...(passage && { passage }),
    ...(use && { reservationUse: use }),
    notices: isGranted ? mygateNotices(site, event, [...matched, ...byPlate]) : ticketCalls(site, event, arrival),
    alerts: [],
    told: [],
  };
}

const asBase = ({ source }: Arrival) => source.counters.map((counter) => ({ ...counter, current: 0 }));

/** INT-2: each entry or exit of one of MyGate's plates. */
function mygateNotices(site: Site, event: StoredEvent, matched: readonly Identifier[]): OutboxMessage[] {
  const its = matched.find(({ origin }) => origin === "MYGATE");
  if (!its || !site.hasMygate || event.direction === null) return [];
  const payload = {
    refId: its.externalId ?? "",
    kind: its.type === "RFID" ? "TAG" : "LPN",
    entity: its.vehicleType,
    plate: event.lpRaw ?? (its.type === "RFID" ? event.tag : its.normalized) ?? "",
    direction: event.direction === "N" ? "IN" : "OUT",
    status: "GRANTED",
    at: event.occurredAt.toISOString(),
  } as const;
  return [{ kind: "mygate-notice", payload }];
}

/** A vehicle that nobody knows gets a ticket where its camera has a machine for that; those who are known need none. */
function ticketCalls(site: Site, event: StoredEvent, { source }: Arrival): OutboxMessage[] {
  const tvm = source.camera?.tvm;
  const isAsking = event.isGranted === false && event.direction === "N" && event.plateNormalized !== "";
  if (!tvm || !isAsking || site.configs.ticketUrl === "") return [];
  const payload = {
    machine: tvm.code,
    machineName: tvm.name,
    plate: event.lp ?? "",
    gate: event.gateName ?? "",
    eventId: event.id,
    at: event.occurredAt.toISOString(),
  };
  return [{ kind: "ticket", payload }];
}
