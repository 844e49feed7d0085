import { describe, expect, it } from "vitest";
import type { RuleEffect } from "../../src/entities/access/back-test.ts";
import { whyNoEffect } from "../../src/entities/access/rule-sentence.ts";

const effect: RuleEffect = {
  days: 7,
  passages: 123,
  ofGroup: 40,
  atGates: 30,
  inTime: 20,
  differing: 0,
  decidedBy: [{ isGranted: true, code: "allow.rule", rule: "Everyone valid", passages: 20 }],
  broader: [],
};
const denied = { isGranted: false, code: "deny.rule", rule: "No contractors", passages: 20 } as const;
const listed = { isGranted: false, code: "deny.list", rule: null, passages: 20 } as const;
const quiet = { passages: 0, ofGroup: 0, atGates: 0, inTime: 0, decidedBy: [] };

describe("why a rule changes nothing", () => {
  it.each<["allow" | "deny", Partial<RuleEffect>, string | null]>([
    ["allow", { differing: 1 }, null],
    ["allow", quiet, null],
    ["allow", {}, "Already allowed by “Everyone valid”; 0 of 123 passages of the last 7 days differ."],
    ["allow", { broader: [{ effect: "allow", name: "All" }], ...quiet }, "Already allowed by “All”."],
    [
      "allow",
      { broader: [{ effect: "deny", name: "Shut" }] },
      "Rule “Shut” denies everything that this rule allows; 0 of 123 passages of the last 7 days differ.",
    ],
    [
      "allow",
      { decidedBy: [denied] },
      "Still denied by “No contractors”; 0 of 123 passages of the last 7 days differ.",
    ],
    ["allow", { decidedBy: [listed] }, "Still denied: on the deny list; 0 of 123 passages of the last 7 days differ."],
    [
      "deny",
      { decidedBy: [denied] },
      "Already denied by “No contractors”; 0 of 123 passages of the last 7 days differ.",
    ],
    [
      "deny",
      { ofGroup: 0, atGates: 0, inTime: 0, decidedBy: [] },
      "No registered vehicle of this group came: this rule applies to none of the 123 passages of the last 7 days.",
    ],
    [
      "deny",
      { atGates: 0, inTime: 0, decidedBy: [] },
      "Its vehicles passed 40 times, but not at these gates in this direction: this rule applies to none of the 123 passages of the last 7 days.",
    ],
    [
      "deny",
      { atGates: 1, inTime: 0, decidedBy: [] },
      "Its vehicles passed here once, but not at these times: this rule applies to none of the 123 passages of the last 7 days.",
    ],
  ])("RULE-9 %s %j: %s", (kind, over, text) => {
    expect(whyNoEffect(kind, { ...effect, ...over })).toBe(text);
  });
});
