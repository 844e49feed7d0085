import { vehicleTypes } from "@gatehouse/contract/fields/vehicle-type";
import fc from "fast-check";
import type { AccessQuestion } from "../src/access/access.ts";
import type { Wiring } from "../src/commands/plan.ts";

/** Few enough times that bounds are often hit exactly. */
const moment = fc.integer({ min: 0, max: 6 }).map((minute) => new Date(Date.UTC(2026, 2, 10, 12, minute)));
const perhaps = fc.option(moment, { freq: 2 });
const plate = fc.constantFrom("MH12AB1234", "MH12AB1234", "MH12AB1234", "KA01ZZ0001", "");
const way = fc.constantFrom("N" as const, "X" as const);
const uses = fc.integer({ min: 0, max: 2 });
const id = fc.integer({ min: 1, max: 50 });
const known = { id, name: fc.string({ maxLength: 8 }), source: fc.constantFrom("Admin", "MyGate"), vehicle: plate };

const vehicleType = fc.constantFrom("CAR", "car", "TRUCK", "Forklift");

const identifiers = fc.uniqueArray(fc.record({ ...known, vehicleType, validFrom: perhaps, validTo: perhaps }), {
  maxLength: 3,
  selector: (one) => one.id,
});

const reservations = fc.uniqueArray(
  fc.record({
    ...known,
    validFrom: moment,
    validTo: moment,
    earliestEntry: perhaps,
    latestEntry: perhaps,
    latestExit: perhaps,
    isForMultipleUse: fc.boolean(),
    entries: uses,
    exits: uses,
  }),
  { maxLength: 3, selector: (one) => one.id },
);

/** Any question; most are live and at a gate, otherwise hardly any would be granted. */
export const anyQuestion: fc.Arbitrary<AccessQuestion> = fc.record({
  read: fc.record({
    type: fc.constantFrom("LICENSE_PLATE" as const, "RFID" as const),
    raw: fc.stringMatching(/^[A-Z0-9 -]{0,8}$/),
    normalized: plate,
  }),
  now: moment,
  timing: fc.constantFrom("live" as const, "live" as const, "live" as const, "late" as const, "future" as const),
  isAfterwards: fc.constantFrom(false, false, false, true),
  isModuleActive: fc.constantFrom(true, true, true, false),
  gate: fc.option(fc.record({ id, name: fc.string({ maxLength: 8 }), type: way }), { freq: 5 }),
  reader: fc.option(fc.record({ name: fc.string({ maxLength: 8 }), type: way, barrier: fc.constant("Boom") })),
  seenDirection: fc.option(way),
  isBidirectional: fc.boolean(),
  rfidVehicleTypes: fc.constantFrom([], vehicleTypes, ["CAR"], ["CAR", "TRUCK"], ["CYCLE"]),
  identifiers,
  reservations,
});

const target = { id, name: fc.string({ maxLength: 8 }) };
const forSeconds = fc.integer({ min: 1, max: 60 });
const message = fc.constantFrom("ACCESS GRANTED", "open", "close", "", " ");

/** Any wiring of a gate. */
export const anyWiring: fc.Arbitrary<Wiring> = fc.record({
  barrier: fc.option(fc.record(target)),
  buzzer: fc.option(fc.record({ ...target, forSeconds })),
  displays: fc.array(
    fc.oneof(
      fc.record({
        ...target,
        type: fc.constant("grid" as const),
        grantedMessage: message,
        deniedMessage: message,
        forSeconds,
      }),
      fc.record({
        ...target,
        type: fc.constant("binary" as const),
        atRest: fc.option(fc.constantFrom("r" as const, "g" as const)),
        forSeconds,
      }),
      fc.record({ ...target, type: fc.constant("multimedia" as const) }),
    ),
    { maxLength: 4 },
  ),
});
