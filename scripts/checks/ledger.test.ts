import { describe, expect, it } from "vitest";
import { checkLedger } from "./ledger.ts";

const ledger = "- GATE-1 Opens.\n- GATE-2 Closes.\n- GATE-3 Stays.\n";

function faults(claims: string, test: string, text = ledger): string[] {
  return checkLedger({ ledger: text, claims, tests: [{ path: "gate.test.ts", text: test }] });
}

describe("the ledger against the tests", () => {
  it.each([
    ["one id", 'it("GATE-1 opens", run);', "GATE-1 #7\n"],
    ["a list of ids", 'it("GATE-1, GATE-3 open", run);', "GATE-1 #7\nGATE-3 #7\n"],
    ["a range", 'it("GATE-1..3 work", run);', "GATE-2 #7\n"],
    ["a spelt range", 'describe("GATE-1 to GATE-3", run);', "GATE-2 #7\n"],
    ["a word that only looks like an id", 'it("signs with SHA-256", run);', "# nothing\n"],
  ])("accepts %s", (_, test, claims) => {
    expect(faults(claims, test)).toEqual([]);
  });

  it.each([
    ["a claim without a test", "GATE-2 #7", 'it("GATE-1 opens", run);', "GATE-2 has no test"],
    ["a claim that only a comment mentions", "GATE-1 #7", '// it("GATE-1 opens", run);', "GATE-1 has no test"],
    ["a claim that the ledger lacks", "GATE-9 #7", 'it("opens", run);', "GATE-9 is not in the ledger"],
    ["a claim written twice", "GATE-1 #7\nGATE-1 #8", 'it("GATE-1 opens", run);', "GATE-1 is claimed twice"],
    ["a claim without its issue", "GATE-1", 'it("opens", run);', '"GATE-1" is not an id and an issue'],
    ["an id that the ledger lacks", "", 'it("GATE-4 flies", run);', "gate.test.ts:1  GATE-4 is not in the ledger"],
    ["a range beyond the ledger", "", 'it("GATE-3..4", run);', "GATE-4 is not in the ledger"],
    ["a test that is held back", "", 'it.skip("opens", run);', "gate.test.ts:1  it.skip holds a test back"],
  ])("refuses %s", (_, claims, test, fault) => {
    expect(faults(claims, test)).toEqual([expect.stringContaining(fault)]);
  });

  it("refuses an id that the ledger writes twice", () => {
    expect(faults("", "", `${ledger}- GATE-1 Again.\n`)).toEqual([expect.stringContaining("GATE-1 is written twice")]);
  });
});
