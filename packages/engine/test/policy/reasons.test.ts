import { type AccessReason, accessReasonCodes } from "@gatehouse/contract/events/decision";
import { describe, expect, it } from "vitest";
import type { AccessFacts, AccessQuestion } from "../../src/access/access.ts";
import { decideAccess } from "../../src/access/decide.ts";
import type { RuleInput } from "../../src/policy/policy.ts";
import { OccupancyCounts } from "../../src/policy/presence.ts";
import { asked, at, exit, identifier, reservation } from "../question.ts";
import { policyOf, ruleOf } from "./any-policy.ts";

const gate = { id: 1, name: "Main entry", type: "N" as const, toAreaId: 2 };
const since = at("08:00");
const until = at("13:00");
const past = at("11:00");
const member = identifier({ groupIds: [1] });
const tag = { type: "RFID", raw: "E200", normalized: "E200" } as const;

/** A question about the rules, with facts about the vehicle. */
const under = (
  rules: readonly Partial<RuleInput>[],
  over: Partial<AccessQuestion> = {},
  facts: Partial<AccessFacts> & { inside?: number; overrides?: Parameters<typeof policyOf>[1] } = {},
): AccessQuestion => {
  const { inside = 0, overrides, ...given } = facts;
  const policy = policyOf(
    rules.map((rule, index) => ruleOf({ id: index + 1, ...rule })),
    overrides,
  );
  const occupancy = new OccupancyCounts(policy.areas);
  for (let count = 0; count < inside; count++) occupancy.move(null, 2, [1]);
  const access = { policy, passes: [], lists: [], presence: null, occupancy, ...given };
  return asked({ gate, identifiers: [member], ...over, access });
};

const overrides = (kind: "lockdown" | "hold-open" | "evacuate") => ({
  overrides: { overrides: [{ id: 4, kind, gateId: null, since, until, reason: "Drill" }] },
});
const listed = { id: 5, kind: "deny" as const, iid: "MH 12", reason: "Unpaid", until: null };
const pass = { id: 6, name: "Asha", source: "Pass", vehicle: "MH12AB1234", validFrom: since, validTo: until };
const lookAlike = { requirement: "exact-read" as const, other: "MH12A81234", confidence: 0.5 };

type Case = [code: AccessReason, title: string, question: AccessQuestion, fix: string | null];

// The questions are asked at 13:00 in Berlin, which is 12:00 UTC.
const cases: Case[] = [
  [
    "deny.lockdown",
    "of the site",
    under([{}], {}, overrides("lockdown")),
    `End the lockdown, or wait until ${until.toISOString()}`,
  ],
  ["deny.list", "for good", under([{}], {}, { lists: [listed] }), "Remove MH 12 from the deny list"],
  [
    "deny.list",
    "until a time",
    under([{}], {}, { lists: [{ ...listed, until }] }),
    `Remove MH 12 from the deny list, or wait until ${until.toISOString()}`,
  ],
  [
    "deny.unreadable",
    "without a plate",
    under([{}], { read: { type: "LICENSE_PLATE", raw: "", normalized: "" } }),
    "Read the plate again, or open the gate by hand",
  ],
  [
    "deny.unreadable",
    "without a tag",
    under([{}], { read: { type: "RFID", raw: "", normalized: "" } }),
    "Read the tag again, or open the gate by hand",
  ],
  ["deny.unknown", "plate", under([{}], { identifiers: [] }), "Register MH 12 AB 1234, or issue a pass"],
  ["deny.unknown", "tag", under([{}], { identifiers: [], read: tag }), "Register E 200, or issue a pass"],
  [
    "deny.not-valid",
    "after the dates of an identifier",
    under([{}], { identifiers: [identifier({ validTo: past })] }),
    `Change the dates of MH 12 AB 1234: expired on ${past.toISOString()}; it was ${at("12:00").toISOString()}`,
  ],
  [
    "deny.not-valid",
    "before a reservation",
    under([{}], { identifiers: [], reservations: [reservation({ validFrom: until })] }),
    `Change the dates of Asha Rao: reservation allows entry from ${until.toISOString()}; it was ${at("12:00").toISOString()}`,
  ],
  [
    "deny.not-valid",
    "at a gate that a pass does not have",
    under([{}], { identifiers: [] }, { passes: [{ ...pass, uses: null, used: 0, gateIds: [7] }] }),
    "Add this gate to the pass of Asha",
  ],
  [
    "deny.not-valid",
    "for a type of vehicle that is not selected",
    under([{}], { read: tag, rfidVehicleTypes: ["TRUCK"] }),
    "Select vehicle type Car for tags, or correct the type of the vehicle",
  ],
  [
    "deny.rule",
    "",
    under([{}, { name: "No contractors", effect: "deny", groupId: 1 }]),
    'Change or switch off rule "No contractors"',
  ],
  [
    "deny.no-rule",
    "at this gate",
    under([{ name: "Service", groupId: 1, gateIds: [9] }]),
    'Extend rule "Service" for Contractors to entry at Main entry',
  ],
  [
    "deny.no-rule",
    "in this direction",
    under([{ name: "In", groupId: 1, direction: "N" }], { gate: { ...exit, fromAreaId: 2 } }),
    'Extend rule "In" for Contractors to exit at Main exit',
  ],
  [
    "deny.no-rule",
    "for this group",
    under([{ name: "Home", groupId: 2 }]),
    'Add it to group Residents, which rule "Home" allows at Main entry',
  ],
  [
    "deny.no-rule",
    "for a reservation, which has no group",
    under([{ name: "Home", groupId: 2 }], { identifiers: [], reservations: [reservation()] }),
    "Add a rule that allows everyone entry at Main entry",
  ],
  [
    "deny.no-rule",
    "at all",
    under([{ name: "No residents", effect: "deny", groupId: 2 }]),
    "Add a rule that allows it entry at Main entry",
  ],
  [
    "deny.schedule-closed",
    "on the same day",
    under([{ groupId: 1, scheduleId: 1 }], { now: at("17:07") }),
    "Contractors are allowed until 18:00; it was 18:07",
  ],
  [
    "deny.schedule-closed",
    "on another day",
    under(
      [{ scheduleId: 3 }],
      {},
      {
        overrides: {
          schedules: [{ id: 3, name: "Mondays", windows: [{ days: [1], from: "06:00", to: "18:00" }], exceptions: [] }],
        },
      },
    ),
    "Everyone is allowed until Monday 18:00; it was Tuesday 13:00",
  ],
  [
    "deny.schedule-closed",
    "weeks away",
    under(
      [{ scheduleId: 3 }],
      {},
      {
        overrides: {
          schedules: [
            {
              id: 3,
              name: "Fair",
              windows: [],
              exceptions: [{ date: "2026-03-20", windows: [{ from: "06:00", to: "18:00" }] }],
            },
          ],
        },
      },
    ),
    "Everyone is allowed from 2026-03-20 06:00; it was 2026-03-10 13:00",
  ],
  [
    "deny.schedule-closed",
    "never",
    under([{ scheduleId: 2 }]),
    'Add a window to schedule "Never", which is not open within two weeks',
  ],
  [
    "deny.schedule-closed",
    "after the rule ended",
    under([{ groupId: 1, validTo: past }]),
    `Contractors are allowed until ${past.toISOString()}; it was ${at("12:00").toISOString()}`,
  ],
  [
    "deny.look-alike",
    "",
    under([{}], {}, { lookAlike }),
    "Read the plate with a confidence of at least 90%; it was 50%",
  ],
  ["deny.second-factor", "", under([{ factors: "both" }]), "Read the vehicle's tag and plate at this gate"],
  [
    "deny.passback",
    "",
    under([{ antiPassback: "hard" }], {}, { presence: { areaId: 2, since, isForgiven: false } }),
    "Forgive the vehicle, or mark it as outside, if it has left",
  ],
  ["deny.area-full", "small", under([{}], {}, { inside: 2 }), "Wait until Deck 1 is empty"],
  [
    "deny.area-full",
    "large",
    under([{}], {}, { inside: 9, overrides: { areas: [{ id: 2, name: "Deck 1", parentId: null, capacity: 9 }] } }),
    "Wait until at most 7 places of Deck 1 are taken",
  ],
  [
    "deny.quota-full",
    "",
    under([{ name: "Firm", groupId: 1, areaId: 2, quota: 1 }], {}, { inside: 1 }),
    'Raise the quota of rule "Firm", or wait until a vehicle leaves',
  ],
  [
    "deny.no-uses",
    "of a pass",
    under([{}], { identifiers: [] }, { passes: [{ ...pass, uses: 1, used: 1, gateIds: [] }] }),
    "Allow Asha another use",
  ],
  [
    "deny.no-uses",
    "of a reservation without an entry, on a site without rules",
    under([], { identifiers: [], reservations: [reservation()], gate: exit }),
    "Open the gate by hand: no entry was recorded",
  ],
  ["deny.look-up-failed", "", under([{ name: "Old", scheduleId: 9 }]), 'Choose an existing schedule in rule "Old"'],
  ["allow.identity", "", under([]), null],
  ["allow.rule", "", under([{}]), null],
  [
    "allow.pass",
    "",
    under([{ groupId: 2 }], { identifiers: [] }, { passes: [{ ...pass, uses: 1, used: 0, gateIds: [] }] }),
    null,
  ],
  ["allow.exit", "", under([{ scheduleId: 2 }], { gate: exit }), null],
  ["allow.hold-open", "", under([{}], { identifiers: [] }, overrides("hold-open")), null],
  ["allow.evacuate", "", under([{}], { identifiers: [], gate: exit }, overrides("evacuate")), null],
  ["undecided.module-inactive", "", under([{}], { isModuleActive: false }), null],
  ["undecided.no-gate", "", under([{}], { gate: null }), null],
  ["undecided.not-live", "", under([{}], { timing: "late" }), null],
];

describe("the nearest fix", () => {
  it.each(cases)("RULE-8 of %s %s", (code, _title, question, fix) => {
    const { trace } = decideAccess(question);
    expect([trace.reasonCode, trace.nearestFix]).toEqual([code, fix]);
    expect(trace.reason).not.toBe("");
    expect(trace.steps?.at(-1)?.isPassed).toBe(!code.startsWith("deny.") && !code.startsWith("undecided."));
  });

  it("RULE-8 every code is one of these, apart from that of a further read", () => {
    const covered = new Set<string>([...cases.map(([code]) => code), "allow.repeated"]);
    expect(accessReasonCodes.filter((code) => !covered.has(code))).toEqual([]);
  });
});
