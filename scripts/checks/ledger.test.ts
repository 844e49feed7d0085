import { describe, expect, it } from "vitest";
import { checkLedger } from "./ledger.ts";

const ledger = "- GATE-1 Opens.\n- GATE-2 Closes.\n- GATE-3 Stays.\n";

function messages(claims: string, test: string, text = ledger): string[] {
  return checkLedger({ ledger: text, claims, tests: [{ path: "gate.test.ts", text: test }] });
}

describe("checkLedger", () => {
  it.each([
    ["one id", 'it("GATE-1 opens", run);', "GATE-1 #7\n"],
    ["a list of ids", 'it("GATE-1, GATE-3 open", run);', "GATE-1 #7\nGATE-3 #7\n"],
    ["a range", 'it("GATE-1..3 work", run);', "GATE-2 #7\n"],
    ["a range with two full ids", 'describe("GATE-1 to GATE-3", run);', "GATE-2 #7\n"],
    ["a word that looks like an id", 'it("signs with SHA-256", run);', "# nothing\n"],
  ])("accepts %s", (_, test, claims) => {
    expect(messages(claims, test)).toEqual([]);
  });

  it.each([
    ["a claim without a test", "GATE-2 #7", 'it("GATE-1 opens", run);', "GATE-2 has no test"],
    ["a claim whose id appears only in a comment", "GATE-1 #7", '// it("GATE-1 opens", run);', "GATE-1 has no test"],
    ["a claim that isn't in the ledger", "GATE-9 #7", 'it("opens", run);', "GATE-9 is not in the ledger"],
    [
      "a duplicate claim",
      "GATE-1 #7\nGATE-1 #8",
      'it("GATE-1 opens", run);',
      "requirements-done.txt  GATE-1 appears twice",
    ],
    ["a claim without an issue", "GATE-1", 'it("opens", run);', '"GATE-1" is not an id and an issue'],
    ["an id that isn't in the ledger", "", 'it("GATE-4 flies", run);', "gate.test.ts:1  GATE-4 is not in the ledger"],
    ["a range beyond the ledger", "", 'it("GATE-3..4", run);', "GATE-4 is not in the ledger"],
    ["a skipped test", "", 'it.skip("opens", run);', "gate.test.ts:1  it.skip is not allowed"],
  ])("rejects %s", (_, claims, test, message) => {
    expect(messages(claims, test)).toEqual([expect.stringContaining(message)]);
  });

  it("rejects a duplicate id in the ledger", () => {
    expect(messages("", "", `${ledger}- GATE-1 Again.\n`)).toEqual([
      expect.stringContaining("requirements.md  GATE-1 appears twice"),
    ]);
  });
});
