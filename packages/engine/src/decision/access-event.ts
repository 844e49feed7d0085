import { listIn } from "@gatehouse/contract/collections";
import type { AlertCause } from "@gatehouse/contract/entities/alert-type";
import { normalizeIdentifier, plateOrTagOf } from "@gatehouse/contract/fields/identifier-text";
import type { AccessDecision, AccessQuestion } from "../access/access.ts";
import { decideAccess } from "../access/decide.ts";
import { planCommands, type Wiring } from "../commands/plan.ts";
import { toWiring } from "../commands/wiring.ts";
import { countTag } from "../counting/vehicles.ts";
import type { IncomingEvent, NumberedEvent, Source } from "../events/incoming-event.ts";
import { joinPassage } from "../passage/passage.ts";
import { passageAreas } from "../policy/policy.ts";
import type { Site, SiteActuator, SiteGate, SiteSensor } from "../site/site.ts";
import { emptyAccess, findFacts, type PassageHold } from "./access-state.ts";
import { type DecisionContext, findKnown, identifierKey, passageKey, readerPassageKey } from "./decision-context.ts";
import { mygateNotices, ticketRequests } from "./messages.ts";
import { findOtherFactor } from "./other-factor.ts";
import { type EventRecord, type Outcome, type Passage, type ReaderPassage, toEventRecord } from "./outcome.ts";
import { toVariables } from "./source-variables.ts";

/** The gate at which a source reads. */
export function findGate(site: Site, { gateId, camera, sensor }: Source): SiteGate | null {
  if (gateId !== undefined) return site.gates.get(gateId) ?? null;
  if (sensor) return site.gateOfSensor.get(sensor.id) ?? null;
  return (camera && site.gateOfCamera.get(camera.id)) ?? null;
}

/** The reader of a source, if it has no gate but opens a barrier of its own. */
export function findOpeningReader(site: Site, source: Source): OpeningReader | null {
  const { sensor } = source;
  if (sensor?.scope !== "ac" || sensor.barrier === null || findGate(site, source)) return null;
  return { ...sensor, barrier: sensor.barrier };
}

type OpeningReader = SiteSensor & { readonly barrier: SiteActuator };

/** The plate or tag of an event, as sent and normalised for matching. */
export function toRead({ detection }: Pick<IncomingEvent, "detection">): AccessQuestion["read"] {
  const raw = detection.kind === "plate" ? detection.plate : detection.kind === "tag" ? detection.tag : "";
  const type = detection.kind === "tag" ? "RFID" : "LICENSE_PLATE";
  return { type, raw, normalized: normalizeIdentifier(raw) };
}

/** A plate or tag at a gate. */
export function decideAccessEvent(site: Site, context: DecisionContext, event: NumberedEvent): Outcome {
  const { detection, source, timing, receivedAt, module } = event;
  const { camera } = source;
  const gate = findGate(site, source);
  const reader = findOpeningReader(site, source);
  const read = toRead(event);
  const isAfterwards = detection.kind === "plate" && detection.isAfterwards;
  const confidence = detection.kind === "plate" ? detection.confidence : null;
  const known = findKnown(context, read);
  const decision = decideAccess({
    read,
    now: receivedAt,
    timing,
    isAfterwards,
    lacksTime: event.lacksTime ?? false,
    isModuleActive: site.modules[module],
    // Events of an unsaved camera are stored but never open a gate.
    gate: camera && !camera.isSaved ? null : gate,
    reader: reader && { name: reader.name, type: reader.gateType, barrier: reader.barrier.name },
    seenDirection: "direction" in detection ? detection.direction : null,
    isBidirectional: camera?.isBidirectional ?? false,
    rfidVehicleTypes: site.rfidVehicleTypes,
    ...known,
    access:
      site.policy &&
      findFacts(site.policy, context.access ?? emptyAccess(site.policy), { read, confidence, ...known }, (vehicle) =>
        findOtherFactor(site, context, event, { vehicle, passageKey: toPassageKey(gate, reader, vehicle) }),
      ),
  });
  const record = toAccessRecord(event, decision, gate);
  const pastKey = toPassageKey(gate, reader, decision.vehicle);
  const past = pastKey === null ? undefined : context.passages.get(pastKey);
  // Undecided events join no passage, so reads of an inactive module never count. Late reports of a passage belong to it.
  const canJoin = decision.trace.isGranted !== null || (isAfterwards && timing === "live");
  const passage =
    pastKey !== null && site.modules[module] && canJoin && decision.vehicle !== ""
      ? joinPassage(
          past ? [{ ...past, at: new Date(receivedAt.getTime() - context.elapsedMs(past.at, receivedAt)) }] : [],
          { vehicle: decision.vehicle, at: receivedAt, isGranted: decision.isGranted },
          site.configs.passageSeconds,
        )
      : ({ isNew: true } as const);
  const { vehicle, direction } = decision;
  const seen = gate &&
    direction &&
    canJoin &&
    vehicle !== "" && {
      gateId: gate.id,
      vehicle,
      direction,
      fromAreaId: passageAreas(gate, direction).from,
      hasPassed: isAfterwards,
    };
  const outcome =
    !passage.isNew && past
      ? repeatedRead({ record, gate, event, past, reason: passage.reason })
      : newPassage(site, context, { record, gate, reader, event, decision });
  return seen ? { ...outcome, seen } : outcome;
}

function toPassageKey(gate: SiteGate | null, reader: OpeningReader | null, vehicle: string): string | null {
  if (gate) return passageKey(gate.id, vehicle);
  return reader && readerPassageKey(reader.id, vehicle);
}

function toAccessRecord(event: NumberedEvent, decision: AccessDecision, gate: SiteGate | null): EventRecord {
  const { detection } = event;
  const { trace, grant, direction } = decision;
  const read = trace.read?.normalized ?? "";
  return {
    ...toEventRecord(event, trace, decision.status),
    direction,
    ...(detection.kind === "plate" && {
      lp: read,
      lpRaw: detection.plate,
      plateNormalized: read,
      vehicleType: detection.vehicleType,
      confidence: detection.confidence,
      speed: detection.speed,
    }),
    ...(detection.kind === "tag" && { tag: detection.tag, tagNormalized: read }),
    gateId: gate?.id,
    gateName: gate?.name,
    identifierId: grant?.kind === "identifier" ? grant.id : undefined,
    reservationId: grant?.kind === "reservation" ? grant.id : undefined,
    listing: gate ? "gate" : "elsewhere",
  };
}

/** One passage is one decision: a further read is stored and triggers nothing. */
function repeatedRead(parts: {
  record: EventRecord;
  gate: SiteGate | null;
  event: NumberedEvent;
  past: Passage | ReaderPassage;
  reason: string;
}): Outcome {
  const { record, gate, event, past, reason } = parts;
  const { isGranted } = past;
  // The gate's reader counts an admitted vehicle even if a camera read it first.
  const isCounting = event.module === "RFID_ACCESS_CONTROL" && !past.isCounted;
  const steps = isCounting ? countTag({ isGranted, isNew: true }, toVariables(event)) : [];
  return {
    event: {
      ...record,
      status: isGranted ? "PROCESSED" : "RECEIVED",
      isGranted,
      reason,
      trace: {
        ...record.trace,
        isGranted,
        reason,
        // On its own it may be denied, for example because the passage has used up the pass.
        ...(isGranted && { reasonCode: "allow.repeated" as const, nearestFix: null }),
      },
      identifierId: undefined,
      reservationId: undefined,
      passageOf: past.eventId,
      listing: past.module === event.module ? "again" : record.listing,
    },
    gate,
    commands: [],
    steps,
    ...(steps.length > 0 && { passage: { ...past, isCounted: true } }),
    joined: past,
    messages: [],
    alerts: [],
    slotReports: [],
  };
}

/** A new passage: counts, commands and messages follow. */
function newPassage(
  site: Site,
  context: DecisionContext,
  parts: {
    record: EventRecord;
    gate: SiteGate | null;
    reader: OpeningReader | null;
    event: NumberedEvent;
    decision: AccessDecision;
  },
): Outcome {
  const { record, gate, reader, event, decision } = parts;
  const { isGranted, grant, direction, trace, vehicle } = decision;
  const isTag = event.module === "RFID_ACCESS_CONTROL";
  const steps = isTag ? countTag({ isGranted, isNew: true }, toVariables(event)) : [];
  const place = gate ? { gateId: gate.id } : reader && { sensorId: reader.id };
  const passage: Passage | ReaderPassage | undefined =
    place && trace.isGranted !== null && vehicle !== ""
      ? {
          ...place,
          vehicle,
          eventId: record.id,
          occurredAt: record.occurredAt,
          at: record.receivedAt,
          module: record.module,
          isGranted,
          isCounted: steps.length > 0,
        }
      : undefined;
  const hold = toHold(gate, decision, record);
  const matched = findMatched(context, record, decision);
  // A tag's vehicle may also be registered by its plate.
  const byPlate = isTag ? listIn(context.identifiers, identifierKey("LICENSE_PLATE", vehicle)) : [];
  return {
    event: { ...record, vehicleType: record.vehicleType ?? matched[0]?.vehicleType ?? null },
    gate,
    commands: planCommands(
      { trace, grant: grant ?? openingOverride(decision), isNew: true },
      gate ? toWiring(gate) : readerWiring(reader),
    ),
    steps,
    ...(passage && { passage }),
    ...(grant?.kind === "reservation" && direction && { reservationUse: { reservationId: grant.id, direction } }),
    ...(hold && { hold }),
    // Without a gate there is no passage to confirm.
    ...(!gate && grant?.kind === "pass" && direction === "N" && { usedPassId: grant.id }),
    messages: isGranted
      ? mygateNotices(site, record, [...matched, ...byPlate])
      : ticketRequests(site, record, event.source),
    alerts: decision.watched.map((entry) => watchAlert(entry, record)),
    slotReports: [],
  };
}

/** An override opens without an identifier. */
const openingOverride = ({ reasonCode }: AccessDecision): object | null =>
  reasonCode === "allow.hold-open" || reasonCode === "allow.evacuate" ? { reasonCode } : null;

/** A vehicle of the watch list was read. */
const watchAlert = ({ id, iid, reason }: AccessDecision["watched"][number], record: EventRecord): AlertCause => ({
  type: "AC_WATCH_LIST",
  scope: "ac",
  subject: `list entry ${id}`,
  title: "Vehicle on the watch list",
  description: `${iid} was read at ${record.gateName ?? record.sourceName}: ${reason}`,
  additionalInfo: { iid, reason, gate: record.gateName ?? null, eventId: record.id, isGranted: record.isGranted },
});

const readerWiring = (reader: OpeningReader | null): Wiring => ({
  barrier: reader?.barrier ?? null,
  buzzer: null,
  displays: [],
});

function findMatched({ identifiers }: DecisionContext, record: EventRecord, { trace }: AccessDecision) {
  const key = identifierKey(trace.read?.type ?? "RFID", plateOrTagOf(record.plateNormalized, record.tagNormalized));
  const matches = trace.candidates.filter(({ kind, isMatch }) => kind === "identifier" && isMatch);
  return listIn(identifiers, key).filter(({ id }) => matches.some((candidate) => candidate.id === id));
}

/** What a granted passage changes once it is confirmed; nothing without an area, a pass or a reservation. */
function toHold(gate: SiteGate | null, decision: AccessDecision, record: EventRecord): PassageHold | null {
  const { isGranted, direction, grant, vehicle, groupIds } = decision;
  if (!gate || !isGranted || direction === null || vehicle === "") return null;
  const { from, to } = passageAreas(gate, direction);
  const isCounted = grant?.kind === "pass" || grant?.kind === "reservation";
  if (from === null && to === null && !isCounted) return null;
  return {
    gateId: gate.id,
    vehicle,
    eventId: record.id,
    at: record.receivedAt,
    direction,
    fromAreaId: from,
    toAreaId: to,
    groupIds,
    passId: grant?.kind === "pass" ? grant.id : null,
  };
}
