import { describe, expect, it } from "vitest";
import { formatRule, type RuleTerms } from "../../src/entities/access/rule-sentence.ts";

const names = {
  group: (id: number) => ["", "Residents", "Contractors"][id] ?? "",
  gate: (id: number) => (id < 7 ? `Gate ${id}` : undefined),
  area: (id: number) => `Deck ${id}`,
  schedule: () => "Working hours",
  time: (at: string) => at.slice(0, 10),
};

const everyone: RuleTerms = {
  effect: "allow",
  groupId: null,
  gateIds: [],
  areaId: null,
  direction: null,
  scheduleId: null,
  validFrom: null,
  validTo: null,
  times: "during",
  factors: "any",
  antiPassback: "none",
  quota: null,
};

describe("a rule as a sentence", () => {
  it.each<[Partial<RuleTerms>, string]>([
    [{}, "Everyone may enter and exit at all gates, always."],
    [{ groupId: 1, direction: "N" }, "Residents may enter at all gates, always."],
    [{ groupId: 1, direction: "X" }, "Residents may exit at all gates, always."],
    [{ gateIds: [1] }, "Everyone may enter and exit at Gate 1, always."],
    [{ gateIds: [1, 2] }, "Everyone may enter and exit at Gate 1 and Gate 2, always."],
    [{ gateIds: [1, 2, 3, 4] }, "Everyone may enter and exit at Gate 1, Gate 2, Gate 3 and Gate 4, always."],
    [{ gateIds: [1, 2, 3, 4, 5] }, "Everyone may enter and exit at Gate 1, Gate 2, Gate 3 and 2 other gates, always."],
    [{ gateIds: [1, 7] }, "Everyone may enter and exit at Gate 1 and 1 other gate, always."],
    [{ gateIds: [7, 8] }, "Everyone may enter and exit at 2 other gates, always."],
    [{ groupId: 1, direction: "X", antiPassback: "hard", quota: 2 }, "Residents may exit at all gates, always."],
    [{ areaId: 1 }, "Everyone may enter and exit Deck 1 at all gates, always."],
    [{ groupId: 2, direction: "N", scheduleId: 1 }, 'Contractors may enter at all gates during "Working hours".'],
    [
      { groupId: 2, scheduleId: 1, validFrom: "2026-01-01T00:00:00Z", validTo: "2026-06-30T00:00:00Z" },
      'Contractors may enter and exit at all gates during "Working hours", from 2026-01-01 until 2026-06-30.',
    ],
    [{ validTo: "2026-06-30T00:00:00Z" }, "Everyone may enter and exit at all gates, until 2026-06-30."],
    [{ groupId: 1, antiPassback: "hard" }, "Residents may enter and exit at all gates, always, unless already inside."],
    [
      { groupId: 1, antiPassback: "soft" },
      "Residents may enter and exit at all gates, always, noting a vehicle that is already inside.",
    ],
    [
      { groupId: 1, areaId: 2, quota: 20 },
      "Residents may enter and exit Deck 2 at all gates, always, with at most 20 of them inside Deck 2 at once, even if it is full.",
    ],
    [{ effect: "deny" }, "Nobody may enter at any gate, at any time."],
    [
      { effect: "deny", groupId: 2, scheduleId: 1, times: "outside" },
      'Contractors may not enter at any gate except during "Working hours".',
    ],
    [
      { effect: "deny", groupId: 2, validTo: "2026-06-30T00:00:00Z", times: "outside" },
      "Contractors may not enter at any gate except until 2026-06-30.",
    ],
    [{ effect: "deny", groupId: 2 }, "Contractors may not enter at any gate, at any time."],
    [{ effect: "deny", groupId: 2, direction: "X" }, "Contractors may not exit at any gate, at any time."],
  ])("RULE-2 %j reads: %s", (terms, sentence) => {
    expect(formatRule({ ...everyone, ...terms }, names)).toBe(sentence);
  });

  it("RULE-6 says that plate and tag are both needed", () => {
    expect(formatRule({ ...everyone, groupId: 1, factors: "both" }, names)).toBe(
      "Residents may enter and exit at all gates, always, if plate and tag are both read.",
    );
  });
});
