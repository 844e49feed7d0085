import { decisionTrace } from "@gatehouse/contract/entities/event";
import { describe, expect, it } from "vitest";
import type { AccessQuestion, KnownIdentifier, KnownReservation } from "../src/access/access.ts";
import { decideAccess } from "../src/access/decide.ts";
import { asked, at, exit, identifier, reservation } from "./question.ts";

const tag = { type: "RFID", raw: "E200-34", normalized: "E20034" } as const;
const errorReason = (question: AccessQuestion) => decideAccess(question).trace.reason;
const checksOf = (question: AccessQuestion) => decideAccess(question).trace.checks.map(({ text }) => text);

describe("an event without a time", () => {
  it("FEED-1 FEED-5 is neither granted nor denied unless the settings of its device allow it", () => {
    const known = { identifiers: [identifier()] };
    expect(decideAccess(asked({ ...known, lacksTime: true })).trace).toMatchObject({
      isGranted: null,
      reason: "Event has no time, which the device's settings require for opening",
    });
    expect(decideAccess(asked({ ...known, lacksTime: false })).isGranted).toBe(true);
  });
});

describe("an identifier", () => {
  it("ENG-1 EVT-2 that is registered and valid is granted, processed and named", () => {
    const decision = decideAccess(asked({ identifiers: [identifier({ id: 7 })] }));
    expect(decision).toMatchObject({
      isGranted: true,
      status: "PROCESSED",
      grant: { kind: "identifier", id: 7 },
      direction: "N",
      vehicle: "MH12AB1234",
      trace: { isGranted: true, reason: "Valid identifier MH 12 AB 1234" },
    });
  });

  it("ENG-1 EVT-2 that is not registered is denied and only received", () => {
    expect(decideAccess(asked())).toMatchObject({
      isGranted: false,
      status: "RECEIVED",
      grant: null,
      trace: { isGranted: false, reason: "Plate not registered", candidates: [] },
    });
  });

  it.each<[string, Partial<KnownIdentifier>, string]>([
    ["from now on", { validFrom: at("12:00") }, "Valid identifier MH 12 AB 1234"],
    ["until now", { validTo: at("12:00") }, "Valid identifier MH 12 AB 1234"],
    ["from later on", { validFrom: at("12:01") }, "Not valid before 2026-03-10T12:01:00.000Z"],
    ["until earlier", { validTo: at("11:59") }, "Expired on 2026-03-10T11:59:00.000Z"],
    ["never", { validFrom: at("13:00"), validTo: at("11:00") }, "Not valid before 2026-03-10T13:00:00.000Z"],
    ["for another plate", { vehicle: "MH12AB1235" }, "Plate differs"],
  ])("ENG-1 that is valid %s gives one reason", (_when, over, reason) => {
    expect(errorReason(asked({ identifiers: [identifier(over)] }))).toBe(reason);
  });

  it("ENG-1 lists each of its checks", () => {
    const known = identifier({ validFrom: at("08:00"), validTo: at("11:00") });
    expect(decideAccess(asked({ identifiers: [known] })).trace.candidates).toEqual([
      {
        kind: "identifier",
        id: 1,
        name: "MH 12 AB 1234",
        source: "Admin",
        isMatch: false,
        checks: [
          { text: "Plate matches", isPassed: true },
          { text: "Valid since 2026-03-10T08:00:00.000Z", isPassed: true },
          { text: "Expired on 2026-03-10T11:00:00.000Z", isPassed: false },
        ],
      },
    ]);
  });
});

describe("a reservation", () => {
  const granted = "Valid reservation Asha Rao";
  const closed = (way: string, time: string) => `Reservation allowed ${way} until 2026-03-10T${time}:00.000Z`;
  const opens = (way: string, time: string) => `Reservation allows ${way} from 2026-03-10T${time}:00.000Z`;

  it.each<[string, Partial<KnownReservation>, string]>([
    ["10:00", {}, granted],
    ["09:59", {}, opens("entry", "10:00")],
    ["14:00", {}, granted],
    ["14:01", {}, closed("entry", "14:00")],
    ["09:30", { earliestEntry: at("09:30") }, granted],
    ["09:29", { earliestEntry: at("09:30") }, opens("entry", "09:30")],
    ["10:30", { earliestEntry: at("11:00") }, opens("entry", "11:00")],
    ["11:00", { latestEntry: at("11:00") }, granted],
    ["11:01", { latestEntry: at("11:00") }, closed("entry", "11:00")],
    ["14:30", { latestEntry: at("15:00") }, granted],
    ["14:30", { latestExit: at("15:00") }, closed("entry", "14:00")],
  ])("ENG-1 lets in at %s, given %o: %s", (time, over, reason) => {
    expect(errorReason(asked({ now: at(time), reservations: [reservation(over)] }))).toBe(reason);
  });

  it.each<[string, Partial<KnownReservation>, string]>([
    ["14:00", {}, granted],
    ["14:01", {}, closed("exit", "14:00")],
    ["15:00", { latestExit: at("15:00") }, granted],
    ["15:01", { latestExit: at("15:00") }, closed("exit", "15:00")],
    ["13:00", { latestEntry: at("11:00") }, granted],
    ["09:29", { earliestEntry: at("09:30") }, opens("exit", "09:30")],
  ])("ENG-1 lets out at %s, given %o: %s", (time, over, reason) => {
    const entered = reservation({ entries: 1, ...over });
    expect(errorReason(asked({ now: at(time), gate: exit, reservations: [entered] }))).toBe(reason);
  });

  it.each<["single" | "multiple", "N" | "X", number, number, string]>([
    ["single", "N", 0, 0, granted],
    ["single", "N", 1, 0, "Reservation already used"],
    ["single", "N", 1, 1, "Reservation already used"],
    ["single", "X", 1, 0, granted],
    ["single", "X", 1, 1, "Reservation already used"],
    ["single", "X", 0, 0, "Reservation has no entry yet"],
    ["multiple", "N", 5, 2, granted],
    ["multiple", "X", 5, 9, granted],
    ["multiple", "X", 0, 0, granted],
  ])("ENG-1 for %s use, direction %s after %i entries and %i exits: %s", (use, type, entries, exits, reason) => {
    const known = reservation({ isForMultipleUse: use === "multiple", entries, exits });
    expect(errorReason(asked({ gate: { id: 1, name: "Gate", type }, reservations: [known] }))).toBe(reason);
  });
});

describe("the direction", () => {
  it.each<[string, Partial<AccessQuestion>, "N" | "X" | null, string | undefined]>([
    ["that of the gate", { seenDirection: "X" }, "N", "Direction: entry (from gate)"],
    [
      "a bidirectional camera's own",
      { isBidirectional: true, seenDirection: "X" },
      "X",
      "Direction: exit (from camera)",
    ],
    [
      "the gate's where a bidirectional camera saw none",
      { isBidirectional: true },
      "N",
      "Direction: entry (from gate: the camera reported none)",
    ],
    ["unknown without a gate", { gate: null }, null, "Read as MH12AB1234"],
  ])("ENG-1 is %s", (_whose, over, direction, text) => {
    const decision = decideAccess(asked(over));
    expect([decision.direction, decision.trace.direction]).toEqual([direction, direction]);
    expect(decision.trace.checks.at(-1)?.text).toBe(text);
  });

  it("ENG-1 selects the entry or exit rules of a reservation", () => {
    const question = {
      isBidirectional: true,
      seenDirection: "X",
      reservations: [reservation({ entries: 1 })],
    } as const;
    expect(decideAccess(asked(question)).isGranted).toBe(true);
    expect(decideAccess(asked({ ...question, seenDirection: "N" })).isGranted).toBe(false);
  });
});

describe("the preconditions of a decision", () => {
  const known = { identifiers: [identifier()] };

  it("ENG-1 are listed in this order", () => {
    expect(checksOf(asked(known))).toEqual([
      "ANPR Access Control is active",
      "Read at gate Main entry",
      "Event is recent",
      "Read as MH12AB1234",
      "Direction: entry (from gate)",
    ]);
  });

  it.each<[string, Partial<AccessQuestion>, string]>([
    ["MOD-3 an inactive module", { isModuleActive: false }, "ANPR Access Control is not active"],
    ["MOD-3 an inactive module", { isModuleActive: false, read: tag }, "RFID Access Control is not active"],
    ["ENG-1 no gate", { gate: null }, "This camera isn't assigned to a gate"],
    ["ENG-4 a late event", { timing: "late" }, "Event arrived too late to open the gate"],
    ["ENG-4 a future event", { timing: "future" }, "Device clock is ahead, so the gate stays closed"],
    ["ENG-4 a report afterwards", { isAfterwards: true }, "Vehicle has already passed"],
  ])("%s leaves the event undecided and still lists the candidates", (_title, over, reason) => {
    const { isGranted, grant, status, trace } = decideAccess(asked({ ...known, ...over }));
    expect({ isGranted, grant, status }).toEqual({ isGranted: false, grant: null, status: "RECEIVED" });
    expect([trace.isGranted, trace.reason]).toEqual([null, reason]);
    expect(trace.candidates[0]?.isMatch).toBe(true);
  });

  it("ENG-1 an unreadable plate is denied in any case", () => {
    const read = { type: "LICENSE_PLATE", raw: "???", normalized: "" } as const;
    const { isGranted, trace } = decideAccess(asked({ read, identifiers: [identifier({ vehicle: "" })] }));
    expect([isGranted, trace.isGranted, trace.reason]).toEqual([false, false, "No legible plate or tag"]);
  });

  it("MOD-3 the first failed precondition is the reason", () => {
    expect(errorReason(asked({ isModuleActive: false, gate: null, timing: "late" }))).toBe(
      "ANPR Access Control is not active",
    );
  });
});

describe("several candidates", () => {
  const expired = identifier({ id: 3, name: "Old", validTo: at("08:00") });

  it("ENG-1 identifiers come before reservations, then the smaller id", () => {
    const question = asked({
      identifiers: [identifier({ id: 9 }), identifier({ id: 5 }), expired],
      reservations: [reservation({ id: 1 })],
    });
    const { grant, trace } = decideAccess(question);
    expect(grant).toEqual({ kind: "identifier", id: 5 });
    expect(trace.candidates.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      "identifier 3",
      "identifier 5",
      "identifier 9",
      "reservation 1",
    ]);
  });

  it("ENG-1 a reservation opens if the identifier has expired", () => {
    expect(decideAccess(asked({ identifiers: [expired], reservations: [reservation({ id: 4 })] })).grant).toEqual({
      kind: "reservation",
      id: 4,
    });
  });

  it("ENG-1 the reason is that of the candidate closest to matching", () => {
    const soon = reservation({ validFrom: at("12:10") });
    expect(errorReason(asked({ identifiers: [expired], reservations: [soon] }))).toBe(
      "Reservation allows entry from 2026-03-10T12:10:00.000Z",
    );
  });
});

describe("the vehicle's key", () => {
  it.each<[string, Partial<AccessQuestion>, string]>([
    ["a plate is the plate", { identifiers: [identifier()] }, "MH12AB1234"],
    ["an unknown plate is the plate", {}, "MH12AB1234"],
    ["a tag is the plate it belongs to", { read: tag, identifiers: [identifier()] }, "MH12AB1234"],
    [
      "a tag that has expired is still that plate",
      { read: tag, identifiers: [identifier({ validTo: at("08:00") })] },
      "MH12AB1234",
    ],
    ["an unknown tag is the tag", { read: tag }, "E20034"],
    ["a tag without a plate is the tag", { read: tag, reservations: [reservation({ vehicle: "" })] }, "E20034"],
  ])("ENG-1 of %s", (_what, over, vehicle) => {
    expect(decideAccess(asked(over)).vehicle).toBe(vehicle);
  });
});

it("ENG-1 a trace follows the schema of the contract", () => {
  const { trace } = decideAccess(asked({ identifiers: [identifier()], reservations: [reservation()] }));
  expect(decisionTrace.parse(trace)).toEqual(trace);
});
