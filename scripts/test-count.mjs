/** Counts a Vitest report; whatever did not pass, skipped ones included, has failed. */
export function countVitest(report, ok) {
  const files = report?.testResults ?? [];
  const count = { passed: 0, failed: 0 };
  for (const file of files) {
    const passed = file.assertionResults.filter((test) => test.status === "passed").length;
    const failed = file.assertionResults.length - passed;
    // A file that breaks while it is loaded has no tests to report.
    const broken = failed === 0 && file.status !== "passed" ? 1 : 0;
    count.passed += passed;
    count.failed += failed + broken;
  }
  return withRunner(count, ok);
}

/** Counts a Playwright report; a test that passed when it was repeated has passed, and the runner names it. */
export function countPlaywright(report, ok) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  return withRunner({ passed: expected + flaky, failed: unexpected + skipped }, ok);
}

/** A runner that ends badly, or that ran nothing, is a failure even when no single test says so. */
function withRunner({ passed, failed }, ok) {
  const silent = failed === 0 && (!ok || passed === 0);
  return { passed, failed: silent ? 1 : failed };
}
