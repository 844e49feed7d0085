import { describe, expect, it } from "vitest";
// @ts-expect-error plain JavaScript, because it runs before the tools are installed
import { countPlaywright, countVitest, listFailedPlaywright, listFailedVitest } from "./test-count.mjs";

const file = (...statuses: string[]) => ({
  status: statuses.includes("failed") ? "failed" : "passed",
  assertionResults: statuses.map((status) => ({ status })),
});

describe("the test counts", () => {
  it.each([
    ["adds up the files", { testResults: [file("passed", "passed"), file("passed")] }, true, 3, 0],
    ["counts failed tests", { testResults: [file("passed", "failed")] }, false, 1, 1],
    ["counts a skipped test as failed", { testResults: [file("passed", "pending", "todo")] }, true, 1, 2],
    ["counts a file that fails to load", { testResults: [{ status: "failed", assertionResults: [] }] }, false, 0, 1],
    ["counts an error outside of any test", { testResults: [file("passed")] }, false, 1, 1],
    ["counts a run without tests as failed", { testResults: [] }, true, 0, 1],
    ["counts a run without a report as failed", null, false, 0, 1],
  ])("%s (Vitest)", (_, report, ok, passed, failed) => {
    expect(countVitest(report, ok)).toEqual({ passed, failed });
  });

  it.each([
    ["counts expected results as passed", { stats: { expected: 4, unexpected: 0, flaky: 0, skipped: 0 } }, true, 4, 0],
    [
      "counts skipped tests as failed and retried ones as passed",
      { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 } },
      false,
      5,
      3,
    ],
    ["counts a server that fails to start as failed", { stats: { expected: 0 } }, false, 0, 1],
    ["counts a run without a report as failed", null, false, 0, 1],
  ])("%s (Playwright)", (_, report, ok, passed, failed) => {
    expect(countPlaywright(report, ok)).toEqual({ passed, failed });
  });

  it("lists failed tests with their file and the first line of their error", () => {
    const vitest = {
      testResults: [
        {
          name: "/repository/packages/server/test/a.test.ts",
          status: "failed",
          assertionResults: [
            { status: "passed", fullName: "passes" },
            {
              status: "failed",
              fullName: "fails",
              failureMessages: ["\u001b[31mError: 1 is not 2\u001b[39m\n at a.test.ts:3"],
            },
          ],
        },
        { name: "/repository/b.test.ts", status: "failed", message: "does not load", assertionResults: [] },
      ],
    };
    expect(listFailedVitest(vitest, "/repository")).toEqual([
      "packages/server/test/a.test.ts: fails: Error: 1 is not 2",
      "b.test.ts: does not load",
    ]);
    const failed = {
      file: "c.spec.ts",
      title: "fails",
      ok: false,
      tests: [{ results: [{ error: { message: "no" } }] }],
    };
    const playwright = { suites: [{ specs: [{ ok: true }], suites: [{ specs: [failed] }] }] };
    expect(listFailedPlaywright(playwright)).toEqual(["c.spec.ts: fails: no"]);
    expect([listFailedVitest(null, "/"), listFailedPlaywright(null)]).toEqual([[], []]);
  });
});
