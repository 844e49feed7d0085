import { stripVTControlCharacters } from "node:util";

/** Counts the tests of a Vitest report; skipped tests count as failed. */
export function countVitest(report, ok) {
  const files = report?.testResults ?? [];
  const count = { passed: 0, failed: 0 };
  for (const file of files) {
    const passed = file.assertionResults.filter((test) => test.status === "passed").length;
    const failed = file.assertionResults.length - passed;
    // A file that fails to load reports no tests.
    const loadFailures = failed === 0 && file.status !== "passed" ? 1 : 0;
    count.passed += passed;
    count.failed += failed + loadFailures;
  }
  return withRunnerResult(count, ok);
}

/** Counts the tests of a Playwright report; a test that passed on retry counts as passed. */
export function countPlaywright(report, ok) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  return withRunnerResult({ passed: expected + flaky, failed: unexpected + skipped }, ok);
}

/** A line for each failed test of a Vitest report, for the end of the output, where a shortened log still has it. */
export function listFailedVitest(report, root) {
  return (report?.testResults ?? []).flatMap((file) => {
    const path = file.name.replace(`${root}/`, "");
    const failed = file.assertionResults.filter((test) => test.status !== "passed");
    if (failed.length === 0 && file.status !== "passed") return [failureLine(path, "", file.message)];
    return failed.map((test) => failureLine(path, test.fullName, test.failureMessages?.[0]));
  });
}

/** A line for each failed test of a Playwright report. */
export function listFailedPlaywright(report) {
  return (report?.suites ?? []).flatMap(failedSpecs);
}

function failedSpecs(suite) {
  const own = (suite.specs ?? []).filter((spec) => !spec.ok);
  const lines = own.map((spec) => {
    const error = spec.tests.flatMap((test) => test.results).find((result) => result.error)?.error;
    return failureLine(spec.file, spec.title, error?.message);
  });
  return [...lines, ...(suite.suites ?? []).flatMap(failedSpecs)];
}

function failureLine(path, title, message = "") {
  const lines = stripVTControlCharacters(message).split("\n");
  return [path, title, lines.find((line) => line.trim() !== "")?.trim()].filter(Boolean).join(": ");
}

/** Counts a failed runner, or one that ran no tests, as a failure. */
function withRunnerResult({ passed, failed }, ok) {
  const isRunnerFailure = failed === 0 && (!ok || passed === 0);
  return { passed, failed: isRunnerFailure ? 1 : failed };
}
