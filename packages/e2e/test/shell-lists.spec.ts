import type { Page } from "@playwright/test";
import { blockLiveUpdates } from "../src/live-updates.ts";
import { expect, test } from "../src/test.ts";

/** The options of an open list, without those of the rows' data types. */
const options = (page: Page) => page.getByRole("listbox").getByRole("option");

test("SHELL-5 typing filters options after 200 ms, in a list of at most 260 px", async ({ site, operator }) => {
  await site.switchOn("RFID_ACCESS_CONTROL");
  const choice = operator.getByRole("combobox", { name: "Vehicle types" });
  await operator.clock.install();
  await operator.goto("/access-control");
  await choice.click();
  await expect(options(operator)).toHaveCount(9);
  expect((await operator.getByRole("listbox").boundingBox())?.height).toBeLessThanOrEqual(260);
  await operator.clock.pauseAt(new Date(Date.now() + 60_000));
  await choice.fill("tanker");
  await operator.clock.runFor(190);
  await expect(options(operator)).toHaveCount(9);
  await operator.clock.runFor(10);
  await expect(options(operator)).toHaveText(["Oil tanker"]);
});

test.describe("SHELL-7 retries", () => {
  test.beforeEach(({ site }) => site.switchOn("EPLD"));

  /** Responds to every request for the EPLD configurations with a status, and records the times of the requests. */
  async function rejectConfigs(page: Page, status: number): Promise<number[]> {
    // Live updates would refetch the configurations.
    await blockLiveUpdates(page);
    const requestedMs: number[] = [];
    await page.route("**/api/configs/epld", (route) => {
      requestedMs.push(performance.now());
      return route.fulfill({ status, body: "" });
    });
    return requestedMs;
  }

  test("SHELL-7 a 500 is retried 3 times, after 1, 2 and 4 s", async ({ operator }) => {
    const requestedMs = await rejectConfigs(operator, 500);
    await operator.goto("/epld");
    await expect(operator.getByText("Failed to fetch configs")).toBeVisible({ timeout: 20_000 });
    expect(requestedMs).toHaveLength(4);
    for (const [retry, delayMs] of [1_000, 2_000, 4_000].entries()) {
      const waitedMs = (requestedMs[retry + 1] ?? 0) - (requestedMs[retry] ?? 0);
      // The clocks of the browser and the test differ a little; a busy machine is late.
      expect(waitedMs).toBeGreaterThan(delayMs * 0.95);
      expect(waitedMs).toBeLessThan(delayMs + 3_000);
    }
  });
});

test("the live link reconnects after the server was unreachable", async ({ operator }) => {
  await operator.route("**/api/live", (route) => route.abort());
  await operator.goto("/configurations");
  await expect(operator.getByText(/Offline since/)).toBeVisible();
  await operator.unroute("**/api/live");
  await expect(operator.getByText("Connected", { exact: true })).toBeVisible({ timeout: 15_000 });
});
