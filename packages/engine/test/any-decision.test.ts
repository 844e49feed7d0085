import { decisionTrace } from "@gatehouse/contract/entities/event";
import { commandKinds } from "@gatehouse/contract/events/command";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AccessQuestion, KnownIdentifier, KnownReservation } from "../src/access/access.ts";
import { decideAccess } from "../src/access/decide.ts";
import { planCommands } from "../src/commands/plan.ts";
import { anyQuestion, anyWiring } from "./any-question.ts";
import { randomRuns } from "./random-runs.ts";

const runs = randomRuns(2000);

/** A short, independent implementation of ENG-1 to compare with. */
function isValidIdentifier(known: KnownIdentifier, { now, read, rfidVehicleTypes }: AccessQuestion): boolean {
  const { validFrom, validTo, vehicle, vehicleType } = known;
  // No selection and the initial selection of all nine types admit every tag.
  const isAdmittedType =
    [0, 9].includes(rfidVehicleTypes.length) || rfidVehicleTypes.includes(vehicleType.toUpperCase());
  const isMatch = read.type === "RFID" ? isAdmittedType : vehicle === read.normalized;
  return isMatch && !(validFrom && now < validFrom) && !(validTo && validTo < now);
}

function isValidReservation(reservation: KnownReservation, { now, read }: AccessQuestion, isEntry: boolean): boolean {
  const { validFrom, validTo, earliestEntry, latestEntry, latestExit, isForMultipleUse, entries, exits } = reservation;
  if (read.type !== "RFID" && reservation.vehicle !== read.normalized) return false;
  if (now < (earliestEntry ?? validFrom)) return false;
  if ((isEntry ? (latestEntry ?? validTo) : (latestExit ?? validTo)) < now) return false;
  if (isForMultipleUse) return true;
  return isEntry ? entries + exits === 0 : entries >= 1 && exits === 0;
}

function grantsOf(question: AccessQuestion): string[] {
  const { isModuleActive, gate, reader, timing, isAfterwards, read } = question;
  const place = gate ?? reader;
  if (!isModuleActive || !place || timing !== "live" || isAfterwards || read.normalized === "") return [];
  const way = question.isBidirectional ? (question.seenDirection ?? place.type) : place.type;
  const ids = question.identifiers.filter((known) => isValidIdentifier(known, question)).map(({ id }) => id);
  const booked = question.reservations.filter((known) => isValidReservation(known, question, way === "N"));
  return [...ids.map((id) => `identifier ${id}`), ...booked.map(({ id }) => `reservation ${id}`)];
}

const opens = (question: AccessQuestion, wiring: Parameters<typeof planCommands>[1], isNew = true) =>
  planCommands({ ...decideAccess(question), isNew }, wiring).some(({ kind }) => kind === "open");

describe("any question", () => {
  it("ENG-1 LIVE-4 LIVE-5 opens exactly if a matching candidate is valid now", () => {
    fc.assert(
      fc.property(anyQuestion, anyWiring, (question, wiring) => {
        const grants = grantsOf(question);
        const { grant, isGranted } = decideAccess(question);
        expect(isGranted).toBe(grants.length > 0);
        expect(grant === null ? [] : [`${grant.kind} ${grant.id}`].filter((one) => !grants.includes(one))).toEqual([]);
        expect(opens(question, wiring)).toBe(grants.length > 0 && wiring.barrier !== null);
      }),
      runs,
    );
  });

  it.each([
    ["MOD-3 of an inactive module", { isModuleActive: false }],
    ["ENG-4 that is late", { timing: "late" }],
    ["ENG-4 of the future", { timing: "future" }],
    ["ENG-4 after the fact", { isAfterwards: true }],
    ["ENG-1 without a gate or a reader of its own", { gate: null, reader: null }],
  ] as const)("%s moves nothing at all", (_title, over) => {
    fc.assert(
      fc.property(anyQuestion, anyWiring, (question, wiring) => {
        expect(planCommands({ ...decideAccess({ ...question, ...over }), isNew: true }, wiring)).toEqual([]);
      }),
    );
  });

  it("ENG-1 of an already decided passage sends no commands", () => {
    fc.assert(
      fc.property(anyQuestion, anyWiring, (question, wiring) => {
        expect(planCommands({ ...decideAccess(question), isNew: false }, wiring)).toEqual([]);
      }),
    );
  });

  it("ENG-1 has the same decision for any order of its candidates", () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const turned = {
          ...question,
          identifiers: question.identifiers.toReversed(),
          reservations: question.reservations.toReversed(),
        };
        expect(decideAccess(turned)).toEqual(decideAccess(question));
      }),
    );
  });

  it("ENG-1 sends only valid commands, and only to wired devices", () => {
    fc.assert(
      fc.property(anyQuestion, anyWiring, (question, wiring) => {
        const commands = planCommands({ ...decideAccess(question), isNew: true }, wiring);
        const ids = [wiring.barrier, wiring.buzzer, ...wiring.displays].map((wired) => wired?.id);
        expect(commands.filter(({ kind }) => !commandKinds.includes(kind))).toEqual([]);
        expect(commands.filter(({ target }) => !ids.includes(target.id))).toEqual([]);
      }),
    );
  });

  it("ENG-1 has a trace that agrees with its decision", () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const { trace, isGranted, status } = decideAccess(question);
        expect(decisionTrace.parse(trace)).toEqual(trace);
        expect(trace.reason).not.toBe("");
        expect(trace.isGranted ?? false).toBe(isGranted);
        expect(status).toBe(isGranted ? "PROCESSED" : "RECEIVED");
      }),
    );
  });
});
