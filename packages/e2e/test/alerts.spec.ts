import type { Page } from "@playwright/test";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { card, menu } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";

const alerts = (page: Page) => page.getByRole("article");
const alert = (page: Page, title: string) => page.getByRole("article", { name: title });
const missingSlot = { type: "EPLD_MISSING_SLOT", scope: "epld", title: "Slot 14 is missing" } as const;

test.beforeEach(({ site }) => site.switchOn("EPLD", "ANPR_ACCESS_CONTROL"));

test.describe("ALERT-1 the panels", () => {
  test("LIVE-12 the settings of camera counting show its new alerts, and the menu counts them", async ({
    site,
    operator,
  }) => {
    await site.switchOn("CAMERA_COUNTING");
    await operator.goto("/camera-counting/settings");
    await expect(card(operator, "Camera Counting Devices")).toBeVisible();
    await expect(alerts(operator)).toHaveCount(0);
    await waitForLiveUpdates(operator);
    // Of a type that the server does not resolve itself.
    await site.seed.alert({ type: "AC_CAMERA_SYNC_FAILED", scope: "cc", title: "Counting camera failed" });
    await expect(alert(operator, "Counting camera failed")).toBeVisible();
    await expect(menu(operator).getByRole("img", { name: "1 new" })).toBeVisible();
    // A collapsed section counts the alerts of its pages.
    await menu(operator).getByRole("button", { name: "Camera Counting" }).click();
    await expect(menu(operator).getByRole("button", { name: "Camera Counting 1 new", exact: true })).toBeVisible();
    await alert(operator, "Counting camera failed").getByRole("button", { name: "Details" }).click();
    await operator.getByRole("button", { name: "Mark as resolved" }).click();
    await expect(alerts(operator)).toHaveCount(0);
  });

  test("ALERT-1 alerts are listed newest first, with title, description, time and count", async ({
    site,
    operator,
  }) => {
    // A title that looks like markup is shown as text.
    const hostile = "<img src=x onerror=alert(1)>";
    const older = { ...missingSlot, title: "Older", description: "Two equations use it." };
    await site.seed.alert({ ...older, at: new Date("2026-01-02T08:10:00Z") });
    await site.seed.alert({ ...older, at: new Date("2026-01-02T08:15:00Z") });
    await site.seed.alert({ ...missingSlot, title: "Newest", at: new Date("2026-01-03T10:00:00Z") });
    await site.seed.alert({ ...missingSlot, title: hostile, at: new Date("2026-01-01T10:00:00Z") });
    await operator.goto("/epld/alerts");
    await expect(alerts(operator).getByRole("heading")).toHaveText(["Newest", "Older", hostile]);
    await expect(alert(operator, "Older")).toContainText("Two equations use it.");
    await expect(alert(operator, "Older")).toContainText("2 times");
    await expect(alert(operator, "Newest")).toContainText("3 Jan 2026, 10:00");
  });
});

test.describe("ALERT-3 ALERT-4 open alerts", () => {
  test("ALERT-3 ALERT-4 Details expands and collapses, and Mark as resolved removes the alert for everyone", async ({
    site,
    operator,
    colleague,
  }) => {
    await site.seed.alert(missingSlot);
    await colleague.goto("/epld/alerts");
    await expect(alert(colleague, "Slot 14 is missing")).toBeVisible();
    await waitForLiveUpdates(colleague);
    await operator.goto("/epld/alerts");
    const details = alert(operator, "Slot 14 is missing").getByRole("button", { name: "Details" });
    await expect(details).toHaveAttribute("aria-expanded", "false");
    await details.click();
    await expect(operator.getByText(/Recommended action/)).toBeVisible();
    await details.click();
    await expect(operator.getByText(/Recommended action/)).toBeHidden();
    await operator.getByRole("button", { name: "Mark as resolved" }).click();
    await expect(operator.getByText("No alerts", { exact: true })).toBeVisible();
    await expect(colleague.getByText("No alerts", { exact: true })).toBeVisible();
    const stored = await site.call("GET /alerts", { query: { scope: "epld", resolved: true } });
    expect(stored.map(({ status }) => status)).toEqual(["resolved"]);
  });
});
