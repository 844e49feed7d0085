import type { Page } from "@gatehouse/e2e/browser-commands";
import { addConfig } from "@gatehouse/e2e/configs";
import { blockLiveUpdates } from "@gatehouse/e2e/live-updates";
import { field } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";

/** The options of an open list, without those of the rows' data types. */
const _options = (page: Page) => page.getByRole("listbox").getByRole("option");

test("SHELL-4 the pager changes pages, stops at both ends, and shows the last page for a number beyond it", async ({
  site,
  operator,
}) => {
  await site.switchOn("EPLD");
  const seeds = Array.from({ length: 45 }, (_, index) => index + 1);
  for (const number of seeds) {
    site.add("GET /alerts", { type: "EPLD_NEW_SLOT", scope: "epld", title: `Alert ${number}` });
  }
  const next = operator.getByRole("button", { name: "Next" });
  const previous = operator.getByRole("button", { name: "Previous" });
  await operator.goto("/epld/alerts");
  await expect(operator.getByText("Page 1/3", { exact: true })).toBeVisible();
  await expect(operator.getByRole("article").first()).toContainText("Alert 45");
  await expect(operator.getByRole("article").last()).toContainText("Alert 26");
  await expect(previous).toBeDisabled();
  await next.click();
  await expect(operator.getByText("Page 2/3", { exact: true })).toBeVisible();
  await expect(operator.getByRole("article").first()).toContainText("Alert 25");
  await previous.click();
  await expect(operator.getByText("Page 1/3", { exact: true })).toBeVisible();
  await operator.goto("/epld/alerts?page=3");
  await expect(operator.getByText("Page 3/3", { exact: true })).toBeVisible();
  await expect(next).toBeDisabled();
  await operator.goto("/epld/alerts?page=99");
  await expect(operator.getByText("Page 3/3", { exact: true })).toBeVisible();
});

test("SHELL-5 SHELL-9 the key / focuses the search box, which filters the list and is in the URL", async ({
  site,
  operator,
}) => {
  await addConfig(site, "phone", "STRING", "123");
  const search = operator.getByRole("searchbox", { name: "Search configurations" });
  await operator.goto("/configurations");
  await expect(field(operator, "Value of siteName")).toBeVisible();
  await operator.keyboard.press("/");
  await expect(search).toBeFocused();
  await search.fill("PHO");
  await expect(field(operator, "Value of siteName")).toBeHidden();
  await expect(field(operator, "Value of phone")).toBeVisible();
  // Spaces only don't filter the list.
  await search.fill("   ");
  await expect(field(operator, "Value of siteName")).toBeVisible();
  await search.fill("zone");
  await expect(operator).toHaveURL("/configurations?q=zone");
  await operator.reload();
  await expect(field(operator, "Value of timeZone")).toBeVisible();
  await expect(field(operator, "Value of siteName")).toBeHidden();
});

test("SHELL-5 a tab shows its panel, and the arrow keys change the tab", async ({ site, operator }) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  await operator.goto("/access-control/events");
  await operator.getByRole("tab", { name: "PROCESSED" }).focus();
  await operator.keyboard.press("ArrowRight");
  await expect(operator.getByRole("tab", { name: "RECEIVED" })).toHaveAttribute("aria-selected", "true");
  await operator.getByRole("tab", { name: "PROCESSED" }).click();
  await operator.getByRole("tab", { name: "RECEIVED" }).click();
  await expect(operator.getByRole("tabpanel", { name: "RECEIVED" })).toBeVisible();
});

const responses: readonly [what: string, answer: object | null, text: string][] = [
  ["the server's message, capitalised", { message: "the phone is off" }, "The phone is off"],
  ["several messages joined with commas", { message: ["one is wrong", "two as well"] }, "One is wrong, two as well"],
  ["the catalogue's text when the server says nothing", null, "Failed to update config"],
  ["the catalogue's text when the message is empty", { message: "" }, "Failed to update config"],
];
test("SHELL-6 an error shows the server's message, or the specified one", async ({ site, operator }) => {
  await addConfig(site, "phone", "STRING", "123");
  await operator.goto("/configurations");
  await field(operator, "Value of phone").fill("456");
  for (const [what, response, text] of responses) {
    await test.step(what, async () => {
      const body = response === null ? "" : JSON.stringify(response);
      // A live update may refetch the list at the same time.
      await operator.route("**/api/configs/*", (route) =>
        route.request().method() === "GET" ? route.continue() : route.fulfill({ status: 500, body }),
      );
      await operator.getByRole("button", { name: "Save phone" }).click();
      const news = operator.getByRole("alert").filter({ hasText: text });
      await news.getByRole("button", { name: "Dismiss" }).click();
      await expect(news).toBeHidden();
      await operator.unroute("**/api/configs/*");
    });
  }
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

  test("SHELL-7 a 4xx answer is not retried", async ({ operator }) => {
    for (const status of [400, 403, 404, 409]) {
      await test.step(`${status}`, async () => {
        const requests = await rejectConfigs(operator, status);
        await operator.goto("/epld");
        await expect(operator.getByText("Failed to fetch configs")).toBeVisible();
        expect(requests).toHaveLength(1);
      });
    }
  });

  test("SHELL-7 focusing the window refetches nothing, Try again refetches once", async ({ operator }) => {
    const requests = await rejectConfigs(operator, 404);
    await operator.goto("/epld");
    await expect(operator.getByText("Failed to fetch configs")).toBeVisible();
    await operator.evaluate(() => {
      document.dispatchEvent(new Event("visibilitychange"));
      globalThis.dispatchEvent(new Event("focus"));
    });
    await operator.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => requests.length).toBe(2);
  });
});
