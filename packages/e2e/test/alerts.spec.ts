import type { Alert } from "@gatehouse/contract/entities/alert";
import { type AlertScope, type AlertType, alertAdvice } from "@gatehouse/contract/entities/alert-type";
import type { Page } from "@playwright/test";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { card, menu } from "../src/page-parts.ts";
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
  test("ALERT-1 a panel lists the alerts of its scope and no others", async ({ site, operator }) => {
    await site.seed.alert({ type: "EPLD_NEW_SLOT", scope: "epld", title: "About epld" });
    await site.seed.alert({ type: "AC_CAMERA_SYNC_FAILED", scope: "ac", title: "About ac" });
    await site.seed.alert({ type: "AC_CAMERA_SYNC_FAILED", scope: "cc", title: "About cc" });
    for (const [path, scope] of panels) {
      await test.step(path, async () => {
        await operator.goto(path);
        await expect(alerts(operator).getByRole("heading")).toHaveText([`About ${scope}`]);
      });
    }
  });

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

  test("ALERT-1 a recent alert shows its date and time too", async ({ site, operator }) => {
    const at = new Date();
    const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }).format(at);
    await site.seed.alert({ ...missingSlot, at });
    await operator.goto("/epld/alerts");
    const created = alert(operator, "Slot 14 is missing").getByRole("time");
    await expect(created).toHaveText(`${date}, ${at.toISOString().slice(11, 16)}`);
  });

  test("ALERT-1 CFG-6 times follow the site's time zone", async ({ site, operator }) => {
    await site.configure("timeZone", "Asia/Kolkata");
    await site.seed.alert({ ...missingSlot, at: new Date("2026-01-02T20:15:00Z") });
    await operator.goto("/epld/alerts");
    await expect(alert(operator, "Slot 14 is missing")).toContainText("3 Jan 2026, 01:45");
  });

  test('ALERT-1 a new alert appears live, but waits behind "1 new" while the pointer is on the list', async ({
    site,
    operator,
  }) => {
    await operator.goto("/epld/alerts");
    await expect(operator.getByText("No alerts")).toBeVisible();
    await waitForLiveUpdates(operator);
    await site.seed.alert(missingSlot);
    await alert(operator, "Slot 14 is missing").hover();
    await site.seed.alert({ ...missingSlot, title: "Slot 15 is missing" });
    await expect(operator.getByRole("button", { name: "1 new" })).toBeVisible();
    await expect(alert(operator, "Slot 15 is missing")).toBeHidden();
    await operator.getByRole("button", { name: "1 new" }).click();
    await expect(alert(operator, "Slot 15 is missing")).toBeVisible();
  });
});

test("ALERT-2 ALERT-3 resolved alerts are hidden by default, and have a tag and no actions", async ({
  site,
  operator,
}) => {
  await site.seed.alert({ ...missingSlot, title: "Over", isResolved: true });
  await site.seed.alert({ ...missingSlot, title: "Open" });
  await operator.goto("/epld/alerts");
  await expect(alert(operator, "Open")).toBeVisible();
  await expect(alert(operator, "Over")).toBeHidden();
  await operator.getByRole("button", { name: "Show Resolved" }).click();
  await expect(alert(operator, "Over").getByText("Resolved", { exact: true })).toBeVisible();
  await expect(alert(operator, "Open").getByText("Resolved", { exact: true })).toBeHidden();
  await expect(alert(operator, "Over").getByRole("button")).toHaveCount(0);
  const borderOf = (title: string) => alert(operator, title).evaluate((card) => getComputedStyle(card).borderLeftColor);
  expect(await borderOf("Open")).not.toBe(await borderOf("Over"));
  expect(await operator.evaluate(() => Object.keys(localStorage).some((key) => key.includes("resolved")))).toBe(true);
  await operator.reload();
  await expect(alert(operator, "Over")).toBeVisible();
  await operator.getByRole("button", { name: "Hide Resolved" }).click();
  await expect(alert(operator, "Over")).toBeHidden();
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

  const refusals: readonly [answer: object, text: string][] = [
    [{}, "Failed to update alert status: "],
    [
      { code: "server/unavailable", message: "the database rests" },
      "Failed to update alert status: the database rests",
    ],
    [{ message: ["one", "two"] }, "Failed to update alert status: one, two"],
  ];
  test("ALERT-4 a failure shows its reason in a red banner, and the alert stays open", async ({ site, operator }) => {
    await site.seed.alert(missingSlot);
    await operator.goto("/epld/alerts");
    const resolve = operator.getByRole("button", { name: "Mark as resolved" });
    for (const [answer, text] of refusals) {
      await test.step(text, async () => {
        await operator.route("**/api/alerts/*/resolve", (route) => route.fulfill({ status: 503, json: answer }));
        await resolve.click();
        await expect(operator.getByRole("alert").filter({ hasText: text })).toHaveAttribute("data-tone", "error");
        await expect(resolve).toBeEnabled();
      });
    }
  });
});

test.describe("ALERT-5 details", () => {
  const advised: readonly [type: AlertType, words: RegExp][] = [
    ["EPLD_MISSING_SLOT", /add the slot in the product, or update the equations that use it and then delete the slot/],
    ["EPLD_NEW_SLOT", /sync the camera/],
    ["EPLD_PZQUBE_SLOT_ERROR", /ensure the slot sensor works properly/i],
  ];
  test("ALERT-5 alerts of slots show a recommended action", async ({ site, operator }) => {
    for (const [type] of advised) await site.seed.alert({ type, scope: "epld", title: type });
    await operator.goto("/epld/alerts");
    for (const [type, words] of advised) {
      await test.step(type, async () => {
        await alert(operator, type).getByRole("button", { name: "Details" }).click();
        await expect(alert(operator, type).getByText(words)).toBeVisible();
      });
    }
  });

  // The server resolves these alerts itself when their cause is gone, so the API returns them here instead of the database.
  const selfResolved: readonly [type: AlertType, words: RegExp][] = [
    ["INGEST_SECRET_UNREADABLE", /issue a new secret under "Event push" and enter it in the device/],
    ["DEVICE_PASSWORD_UNREADABLE", /enter its password again/],
    ["LOOP_STUCK", /reset the detector and check the cable/],
    ["CC_CAMERA_SILENT", /check the camera's power, network and view/],
    ["HARDWARE_OFFLINE", /check the power supply and the network cable/],
    ["READER_OFFLINE", /check the reader's power and network cable/],
    ["CAMERA_STREAM_DOWN", /check that the media server runs/],
    ["CAMERA_SINK_PORT_UNAVAILABLE", /enter another sink port/],
    ["INGEST_NOT_UNDERSTOOD", /compare its last message under "Event push"/],
    ["DEVICE_CLOCK_DRIFT", /let the device set its clock from a time server/],
    ["AI_DEVICE_OFFLINE", /its address and password in the settings/],
    ["AREA_COUNT_IMPOSSIBLE", /correct the count on the overview/],
    ["AREA_FULL", /send vehicles elsewhere/],
    ["VEHICLE_OVERSTAY", /contact the owner/],
    ["DISK_NEARLY_FULL", /free some space on the disk/],
    ["TLS_CERTIFICATE", /renew the certificate/],
    ["OPENINGS_SLOW", /check the load and the disk of the database server/],
  ];
  test("SAFE-1 LIVE-3 LIVE-10 RULE-10 ALERT-5 alerts that the server resolves itself show a recommended action", async ({
    operator,
  }) => {
    const at = new Date().toISOString();
    const json = selfResolved.map(([type], index): Alert => {
      const times = { createdAt: at, lastSeenAt: at, resolvedAt: null, resolvedBy: null, count: 1 };
      return {
        id: index + 1,
        type,
        scope: "epld",
        status: "new",
        title: type,
        description: type,
        additionalInfo: {},
        ...times,
        ...{ state: "active", acknowledgedAt: null, acknowledgedBy: null, causeId: null },
        ...{ shelvedUntil: null, shelvedBy: null, shelveReason: null },
      };
    });
    await operator.route("**/api/alerts?*", (route) => route.fulfill({ json }));
    await operator.goto("/epld/alerts");
    for (const [type, words] of selfResolved) {
      await test.step(type, async () => {
        await alert(operator, type).getByRole("button", { name: "Details" }).click();
        await expect(alert(operator, type).getByText(words)).toBeVisible();
      });
    }
  });

  const seen = [...advised, ...selfResolved].map(([type]) => type);
  const others = (Object.keys(alertAdvice) as AlertType[]).filter((type) => !seen.includes(type));
  test("ALERT-5 all other alerts show an Error line and the additional info", async ({ site, operator }) => {
    const additionalInfo = { error: "ECONNREFUSED 127.10.0.9", barrierId: 4, attempt: 3 };
    for (const type of others) await site.seed.alert({ type, scope: "ac", title: type, additionalInfo });
    await operator.goto("/access-control/alerts");
    for (const type of others) {
      await test.step(type, async () => {
        await alert(operator, type).getByRole("button", { name: "Details" }).click();
        await expect(alert(operator, type).getByText("Error", { exact: true })).toBeVisible();
        await expect(alert(operator, type).getByText("ECONNREFUSED 127.10.0.9", { exact: true })).toBeVisible();
        await expect(alert(operator, type).getByRole("term")).toHaveText(["Attempt", "Barrier"]);
        await expect(alert(operator, type).getByRole("definition")).toHaveText(["3", "#4"]);
      });
    }
  });
});
