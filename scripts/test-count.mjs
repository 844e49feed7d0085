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

/** Counts a failed runner, or one that ran no tests, as a failure. */
function withRunnerResult({ passed, failed }, ok) {
  const isRunnerFailure = failed === 0 && (!ok || passed === 0);
  return { passed, failed: isRunnerFailure ? 1 : failed };
}
