import { type AlertScope, type AlertType, alertAdvice } from "@gatehouse/contract/entities/alert/alert-type";
import type { Page } from "@playwright/test";
import { banner } from "../src/screen.ts";
import { expect, test } from "../src/test.ts";

const alerts = (page: Page) => page.getByRole("article");
const alert = (page: Page, title: string) => page.getByRole("article", { name: title });
const missingSlot = { type: "EPLD_MISSING_SLOT", scope: "epld", title: "Slot 14 is missing" } as const;

test.beforeEach(({ site }) => site.switchOn("EPLD", "ANPR_ACCESS_CONTROL"));

test.describe("ALERT-1 the panels", () => {
  const panels: readonly [path: string, scope: AlertScope][] = [
    ["/epld/alerts", "epld"],
    ["/access-control/alerts", "ac"],
  ];
  for (const [path, scope] of panels) {
    test(`ALERT-1 ${path} lists the alerts of the scope ${scope} and no others`, async ({ site, operator }) => {
      await site.seed.alert({ type: "EPLD_NEW_SLOT", scope: "epld", title: "About epld" });
      await site.seed.alert({ type: "AC_CAMERA_SYNC_FAILED", scope: "ac", title: "About ac" });
      await site.seed.alert({ type: "AC_CAMERA_SYNC_FAILED", scope: "cc", title: "About cc" });
      await operator.goto(path);
      await expect(alerts(operator).getByRole("heading")).toHaveText([`About ${scope}`]);
    });
  }

  test("ALERT-1 the newest is first", async ({ site, operator }) => {
    await site.seed.alert({ ...missingSlot, title: "Older", at: new Date("2026-01-02T10:00:00Z") });
    await site.seed.alert({ ...missingSlot, title: "Newest", at: new Date("2026-01-03T10:00:00Z") });
    await site.seed.alert({ ...missingSlot, title: "Oldest", at: new Date("2026-01-01T10:00:00Z") });
    await operator.goto("/epld/alerts");
    await expect(alerts(operator).getByRole("heading")).toHaveText(["Newest", "Older", "Oldest"]);
  });

  test("ALERT-1 an alert shows title, description and its date and time", async ({ site, operator }) => {
    await site.seed.alert({
      ...missingSlot,
      description: "Two equations use it.",
      at: new Date("2026-01-02T08:15:00Z"),
    });
    await operator.goto("/epld/alerts");
    await expect(alert(operator, "Slot 14 is missing")).toContainText("Two equations use it.");
    await expect(alert(operator, "Slot 14 is missing")).toContainText("2 Jan 2026, 08:15");
  });

  test("ALERT-1 CFG-6 times follow the site's time zone", async ({ site, operator }) => {
    await site.configure("timeZone", "Asia/Kolkata");
    await site.seed.alert({ ...missingSlot, at: new Date("2026-01-02T20:15:00Z") });
    await operator.goto("/epld/alerts");
    await expect(alert(operator, "Slot 14 is missing")).toContainText("3 Jan 2026, 01:45");
  });

  test("ALERT-1 a repeated alert says how often it was seen", async ({ site, operator }) => {
    await site.seed.alert(missingSlot);
    await site.seed.alert(missingSlot);
    await operator.goto("/epld/alerts");
    await expect(alert(operator, "Slot 14 is missing")).toContainText("2 times");
  });

  test("ALERT-1 a new alert appears by itself", async ({ site, operator }) => {
    await operator.goto("/epld/alerts");
    await expect(operator.getByText("No alerts")).toBeVisible();
    await expect(operator.getByText("Connected")).toBeVisible();
    await site.seed.alert(missingSlot);
    await expect(alert(operator, "Slot 14 is missing")).toBeVisible();
  });

  test("ALERT-1 a new alert waits while the pointer is on the list", async ({ site, operator }) => {
    await site.seed.alert(missingSlot);
    await operator.goto("/epld/alerts");
    await expect(operator.getByText("Connected")).toBeVisible();
    await alert(operator, "Slot 14 is missing").hover();
    await site.seed.alert({ ...missingSlot, title: "Slot 15 is missing" });
    await expect(operator.getByRole("button", { name: "1 new" })).toBeVisible();
    await expect(alert(operator, "Slot 15 is missing")).toBeHidden();
  });

  test("ALERT-1 what waits comes in when it is asked for", async ({ site, operator }) => {
    await site.seed.alert(missingSlot);
    await operator.goto("/epld/alerts");
    await expect(operator.getByText("Connected")).toBeVisible();
    await alert(operator, "Slot 14 is missing").hover();
    await site.seed.alert({ ...missingSlot, title: "Slot 15 is missing" });
    await operator.getByRole("button", { name: "1 new" }).click();
    await expect(alert(operator, "Slot 15 is missing")).toBeVisible();
  });

  test("ALERT-1 a title that looks like markup is shown as text", async ({ site, operator }) => {
    const title = "<img src=x onerror=alert(1)>";
    await site.seed.alert({ ...missingSlot, title });
    await operator.goto("/epld/alerts");
    await expect(alerts(operator).getByRole("heading")).toHaveText([title]);
  });
});

test.describe("ALERT-2 resolved alerts", () => {
  test.beforeEach(async ({ site, operator }) => {
    await site.seed.alert({ ...missingSlot, title: "Over", isResolved: true });
    await site.seed.alert({ ...missingSlot, title: "Open" });
    await operator.goto("/epld/alerts");
    await expect(alert(operator, "Open")).toBeVisible();
  });

  test("ALERT-2 are hidden at first", async ({ operator }) => {
    await expect(alert(operator, "Over")).toBeHidden();
  });

  test("ALERT-2 Show Resolved shows them with the tag Resolved", async ({ operator }) => {
    await operator.getByRole("button", { name: "Show Resolved" }).click();
    await expect(alert(operator, "Over").getByText("Resolved", { exact: true })).toBeVisible();
  });

  test("ALERT-2 the tag is not on open ones", async ({ operator }) => {
    await operator.getByRole("button", { name: "Show Resolved" }).click();
    await expect(alert(operator, "Over")).toBeVisible();
    await expect(alert(operator, "Open").getByText("Resolved", { exact: true })).toBeHidden();
  });

  test("ALERT-2 Hide Resolved hides them again", async ({ operator }) => {
    await operator.getByRole("button", { name: "Show Resolved" }).click();
    await expect(alert(operator, "Over")).toBeVisible();
    await operator.getByRole("button", { name: "Hide Resolved" }).click();
    await expect(alert(operator, "Over")).toBeHidden();
  });

  test("ALERT-2 the choice survives a reload", async ({ operator }) => {
    await operator.getByRole("button", { name: "Show Resolved" }).click();
    await operator.reload();
    await expect(operator.getByRole("button", { name: "Hide Resolved" })).toBeVisible();
    await expect(alert(operator, "Over")).toBeVisible();
  });

  test("ALERT-2 the choice is kept in localStorage", async ({ operator }) => {
    await operator.getByRole("button", { name: "Show Resolved" }).click();
    await expect(alert(operator, "Over")).toBeVisible();
    expect(await operator.evaluate(() => Object.keys(localStorage).some((key) => key.includes("resolved")))).toBe(true);
  });

  test("ALERT-3 have neither Mark as resolved nor Details", async ({ operator }) => {
    await operator.getByRole("button", { name: "Show Resolved" }).click();
    await expect(alert(operator, "Over")).toBeVisible();
    await expect(alert(operator, "Over").getByRole("button")).toHaveCount(0);
  });

  test("ALERT-3 an open one stands out by its border", async ({ operator }) => {
    await operator.getByRole("button", { name: "Show Resolved" }).click();
    const borderOf = (title: string) =>
      alert(operator, title).evaluate((card) => getComputedStyle(card).borderLeftColor);
    expect(await borderOf("Open")).not.toBe(await borderOf("Over"));
  });
});

test.describe("ALERT-3 ALERT-4 open alerts", () => {
  test("ALERT-3 Details opens and closes", async ({ site, operator }) => {
    await site.seed.alert(missingSlot);
    await operator.goto("/epld/alerts");
    const details = alert(operator, "Slot 14 is missing").getByRole("button", { name: "Details" });
    await expect(details).toHaveAttribute("aria-expanded", "false");
    await details.click();
    await expect(operator.getByText(/Recommended action/)).toBeVisible();
    await details.click();
    await expect(operator.getByText(/Recommended action/)).toBeHidden();
  });

  test("ALERT-4 Mark as resolved takes the alert off the list", async ({ site, operator }) => {
    await site.seed.alert(missingSlot);
    await operator.goto("/epld/alerts");
    await operator.getByRole("button", { name: "Mark as resolved" }).click();
    await expect(operator.getByText("No alerts")).toBeVisible();
  });

  test("ALERT-4 a resolved alert is resolved for the server", async ({ site, operator }) => {
    await site.seed.alert(missingSlot);
    await operator.goto("/epld/alerts");
    await operator.getByRole("button", { name: "Mark as resolved" }).click();
    await expect(operator.getByText("No alerts")).toBeVisible();
    const stored = await site.call("GET /alerts", { query: { scope: "epld", resolved: true } });
    expect(stored.map(({ status }) => status)).toEqual(["resolved"]);
  });

  test("ALERT-4 a colleague sees the resolution without a reload", async ({ site, operator, colleague }) => {
    await site.seed.alert(missingSlot);
    await colleague.goto("/epld/alerts");
    await expect(alert(colleague, "Slot 14 is missing")).toBeVisible();
    await expect(colleague.getByText("Connected")).toBeVisible();
    await operator.goto("/epld/alerts");
    await operator.getByRole("button", { name: "Mark as resolved" }).click();
    await expect(colleague.getByText("No alerts")).toBeVisible();
  });

  const refusals: readonly [answer: object, text: string][] = [
    [
      { code: "server/unavailable", message: "the database rests" },
      "Failed to update alert status: the database rests",
    ],
    [{ message: ["one", "two"] }, "Failed to update alert status: one, two"],
  ];
  for (const [answer, text] of refusals) {
    test(`ALERT-4 a failure says "${text}" in a red banner`, async ({ site, operator }) => {
      await site.seed.alert(missingSlot);
      await operator.goto("/epld/alerts");
      await operator.route("**/api/alerts/*/resolve", (route) => route.fulfill({ status: 503, json: answer }));
      await operator.getByRole("button", { name: "Mark as resolved" }).click();
      await expect(operator.getByRole("alert").filter({ hasText: text })).toHaveAttribute("data-tone", "error");
    });
  }

  test("ALERT-4 after a failure the alert is still open", async ({ site, operator }) => {
    await site.seed.alert(missingSlot);
    await operator.goto("/epld/alerts");
    await operator.route("**/api/alerts/*/resolve", (route) => route.fulfill({ status: 500, body: "" }));
    await operator.getByRole("button", { name: "Mark as resolved" }).click();
    await expect(banner(operator, "Failed to update alert status: ")).toBeVisible();
    await expect(operator.getByRole("button", { name: "Mark as resolved" })).toBeEnabled();
  });

  test("ALERT-4 an empty list says No alerts", async ({ operator }) => {
    await operator.goto("/access-control/alerts");
    await expect(operator.getByText("No alerts", { exact: true })).toBeVisible();
  });
});

test.describe("ALERT-5 details", () => {
  const advised: readonly [type: AlertType, words: RegExp][] = [
    ["EPLD_MISSING_SLOT", /add the slot in the product, or update the equations that use it and then delete the slot/],
    ["EPLD_NEW_SLOT", /sync the camera/],
    ["EPLD_PZQUBE_SLOT_ERROR", /ensure the slot sensor works properly/i],
  ];
  test("ALERT-5 the alerts of slots say what to do", async ({ site, operator }) => {
    for (const [type] of advised) await site.seed.alert({ type, scope: "epld", title: type });
    await operator.goto("/epld/alerts");
    for (const [type, words] of advised) {
      await test.step(type, async () => {
        await alert(operator, type).getByRole("button", { name: "Details" }).click();
        await expect(alert(operator, type).getByText(words)).toBeVisible();
      });
    }
  });

  const others = (Object.keys(alertAdvice) as AlertType[]).filter((type) => !advised.some(([known]) => known === type));
  test("ALERT-5 every other alert shows an Error line and the additional info", async ({ site, operator }) => {
    const additionalInfo = { error: "ECONNREFUSED 10.0.0.9", attempt: 3 };
    for (const type of others) await site.seed.alert({ type, scope: "ac", title: type, additionalInfo });
    await operator.goto("/access-control/alerts");
    for (const type of others) {
      await test.step(type, async () => {
        await alert(operator, type).getByRole("button", { name: "Details" }).click();
        await expect(alert(operator, type).getByText("Error", { exact: true })).toBeVisible();
        await expect(alert(operator, type)).toContainText("ECONNREFUSED 10.0.0.9");
        await expect(alert(operator, type)).toContainText("3");
      });
    }
  });
});
