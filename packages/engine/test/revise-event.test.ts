import type { Detection } from "@gatehouse/contract/events/detection";
import { describe, expect, it } from "vitest";
import { decideEvent } from "../src/decision/decide-event.ts";
import { applyOutcome, emptyContext, identifierKey, type RunningContext } from "../src/decision/decision-context.ts";
import { applyRevision, isRevision, reviseEvent, type StoredRead } from "../src/decision/revise-event.ts";
import { type NumberedEvent, toIncomingEvent } from "../src/events/incoming-event.ts";
import { identifier, reservation } from "./question.ts";
import { bidirectionalCamera, deviceOf, site } from "./site.ts";

type Plate = Extract<Detection, { kind: "plate" }>;
type PlateEvent = NumberedEvent & { detection: Plate };

const at = new Date("2026-03-10T12:00:00Z");
const later = new Date("2026-03-10T12:00:01Z");

function read(over: Partial<Plate> = {}, receivedAt = at): PlateEvent {
  const detection: Plate = {
    kind: "plate",
    eventId: "1",
    source: null,
    at: receivedAt,
    plate: "KNOWN",
    confidence: 0.7,
    direction: null,
    vehicleType: null,
    speed: null,
    images: [],
    isAfterwards: false,
    ...over,
  };
  const camera = bidirectionalCamera;
  const source = { camera, controller: null, sensor: null, name: camera.name, uid: "1", counters: [] };
  const event = toIncomingEvent(site, {
    sender: { kind: "device", device: deviceOf(camera) },
    source,
    module: "ANPR_ACCESS_CONTROL",
    detection,
    receivedAt,
    elapsedMs: (since, until) => until.getTime() - since.getTime(),
  });
  return { ...event, id: 1, detection: event.detection as Plate };
}

const known = (name: string) => ({
  ...identifier({ vehicle: name }),
  type: "LICENSE_PLATE" as const,
  normalized: name,
  origin: "ADMIN",
  externalId: null,
});

function contextWith(...plates: string[]): RunningContext {
  const identifiers = new Map(plates.map((plate) => [identifierKey("LICENSE_PLATE", plate), [known(plate)]]));
  return { ...emptyContext(), identifiers };
}

/** Decides a first report, as it is stored. */
function store(context: RunningContext, event: PlateEvent): StoredRead {
  const outcome = decideEvent(site, context, event);
  applyOutcome(context, outcome);
  const { plateNormalized = "", lpRaw = "", confidence = null, vehicleType = null } = outcome.event;
  return {
    ...outcome.event,
    plateNormalized,
    lpRaw,
    confidence,
    vehicleType,
    gateId: outcome.event.gateId ?? null,
    reservationId: outcome.event.reservationId ?? null,
    passageOf: outcome.event.passageOf ?? null,
    isCommanded: outcome.commands.length > 0,
  };
}

describe("a later report of the same vehicle", () => {
  it("FEED-1 is decided again if nothing was commanded yet, with the id and time of the first report", () => {
    const context = contextWith("KNOWN");
    const stored = store(context, read({ plate: "KNOVN" }));
    const revision = reviseEvent(site, context, stored, read({ direction: "X" }, later));
    expect(revision).toMatchObject({
      kind: "decided",
      outcome: {
        event: { id: 1, occurredAt: at, isGranted: true, direction: "X", lp: "KNOWN" },
        commands: [{ kind: "open" }],
        passage: { vehicle: "KNOWN", eventId: 1 },
      },
    });
  });

  it("FEED-1 is only a correction once something was commanded, and a pure function of its arguments", () => {
    const context = contextWith("KNOWN", "OTHER");
    const stored = store(context, read());
    expect(stored.isCommanded).toBe(true);
    const revise = () =>
      reviseEvent(site, context, stored, read({ plate: "OTHER", direction: "X", confidence: 0.9 }, later));
    expect(revise()).toMatchObject({
      kind: "corrected",
      correction: { lp: "OTHER", direction: "X", confidence: 0.9 },
      passage: { vehicle: "OTHER", eventId: 1, isGranted: true },
    });
    expect(revise()).toEqual(revise());
  });

  it("FEED-1 without anything new changes nothing", () => {
    const context = contextWith();
    expect(reviseEvent(site, context, store(context, read()), read({}, later))).toEqual({ kind: "unchanged" });
  });

  it.each<[string, Partial<Plate>, Date]>([
    ["reports that the vehicle has left", { plate: "KNOWN", isAfterwards: true }, later],
    ["is late", { plate: "KNOWN", at }, new Date("2026-03-10T12:05:00Z")],
  ])("FEED-1 that %s is never decided", (_, over, receivedAt) => {
    const context = contextWith("KNOWN");
    const stored = store(context, read({ plate: "KNOVN" }));
    expect(reviseEvent(site, context, stored, read(over, receivedAt))).toMatchObject({ kind: "corrected" });
  });

  it("FEED-1 with another plate is no revision of a denial that was shown", () => {
    const stored = { ...store(contextWith(), read()), isCommanded: true };
    expect(isRevision(stored, read({ plate: "OTHER" }))).toBe(false);
    expect(isRevision(stored, read({ direction: "X" }))).toBe(true);
    expect(isRevision({ ...stored, isCommanded: false }, read({ plate: "OTHER" }))).toBe(true);
  });

  it("FEED-1 does not find its own use of a single-use reservation, nor its own passage", () => {
    const booking = {
      ...reservation({ vehicle: "BOOKED", validFrom: new Date(0), validTo: new Date("2027-01-01") }),
      lpNormalized: "BOOKED",
      rfidNormalized: null,
    };
    const context: RunningContext = {
      ...emptyContext(),
      reservations: new Map([[identifierKey("LICENSE_PLATE", "BOOKED"), [booking]]]),
    };
    const stored = { ...store(context, read({ plate: "BOOKED" })), isCommanded: false };
    expect(context.uses.get(booking.id)).toEqual({ entries: 1, exits: 0 });
    const revision = reviseEvent(site, context, stored, read({ plate: "BOOKED", direction: "X" }, later));
    expect(revision).toMatchObject({ kind: "decided", outcome: { event: { direction: "X" } } });
    applyRevision(context, stored, revision);
    expect(context.uses.get(booking.id)?.entries).toBe(0);
  });
});
