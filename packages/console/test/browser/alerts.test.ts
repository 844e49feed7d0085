import type { Alert } from "@gatehouse/contract/entities/alert";
import { type AlertScope, type AlertType, alertAdvice } from "@gatehouse/contract/entities/alert-type";
import type { Page } from "@gatehouse/e2e/browser-commands";
import { waitForLiveUpdates } from "@gatehouse/e2e/live-updates";
import { expect, test } from "./console-test.ts";
import type { FakeSite } from "./fake-site.ts";

const alerts = (page: Page) => page.getByRole("article");
const alert = (page: Page, title: string) => page.getByRole("article", { name: title });
const missingSlot = { type: "EPLD_MISSING_SLOT", scope: "epld", title: "Slot 14 is missing" } as const;

test.beforeEach(({ site }) => {
  site.respond("GET /alerts", ({ query }) =>
    (site.rows("/alerts") as never as Alert[]).filter(
      ({ scope, status }) => scope === query.scope && (query.resolved || status === "new"),
    ),
  );
  return site.switchOn("EPLD", "ANPR_ACCESS_CONTROL");
});

/** Adds an alert that occurred once. */
function addAlert(site: FakeSite, { createdAt = new Date().toISOString(), ...alert }: Partial<Alert>): void {
  site.add("GET /alerts", { description: "It happened", count: 1, createdAt, lastSeenAt: createdAt, ...alert });
  site.publish();
}

test.describe("ALERT-1 the panels", () => {
  const panels: readonly [path: string, scope: AlertScope][] = [
    ["/epld/alerts", "epld"],
    ["/access-control/alerts", "ac"],
  ];
  test("ALERT-1 a panel lists the alerts of its scope and no others", async ({ site, operator }) => {
    addAlert(site, { type: "EPLD_NEW_SLOT", scope: "epld", title: "About epld" });
    addAlert(site, { type: "AC_CAMERA_SYNC_FAILED", scope: "ac", title: "About ac" });
    addAlert(site, { type: "AC_CAMERA_SYNC_FAILED", scope: "cc", title: "About cc" });
    for (const [path, scope] of panels) {
      await test.step(path, async () => {
        await operator.goto(path);
        await expect(alerts(operator).getByRole("heading")).toHaveText([`About ${scope}`]);
      });
    }
  });

  test("ALERT-1 a recent alert shows its date and time too", async ({ site, operator }) => {
    const at = new Date();
    const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }).format(at);
    addAlert(site, { ...missingSlot, createdAt: at.toISOString() });
    await operator.goto("/epld/alerts");
    const created = alert(operator, "Slot 14 is missing").getByRole("time");
    await expect(created).toHaveText(`${date}, ${at.toISOString().slice(11, 16)}`);
  });

  test("ALERT-1 CFG-6 times follow the site's time zone", async ({ site, operator }) => {
    await site.configure("timeZone", "Asia/Kolkata");
    addAlert(site, { ...missingSlot, createdAt: "2026-01-02T20:15:00.000Z" });
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
    addAlert(site, missingSlot);
    await alert(operator, "Slot 14 is missing").hover();
    addAlert(site, { ...missingSlot, title: "Slot 15 is missing" });
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
  addAlert(site, { ...missingSlot, title: "Over", status: "resolved", state: "resolved" });
  addAlert(site, { ...missingSlot, title: "Open" });
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
  const errors: readonly [answer: object, text: string][] = [
    [{}, "Failed to update alert status: "],
    [
      { code: "server/unavailable", message: "the database rests" },
      "Failed to update alert status: the database rests",
    ],
    [{ message: ["one", "two"] }, "Failed to update alert status: one, two"],
  ];
  test("ALERT-4 a failure shows its reason in a red banner, and the alert stays open", async ({ site, operator }) => {
    addAlert(site, missingSlot);
    await operator.goto("/epld/alerts");
    const resolve = operator.getByRole("button", { name: "Mark as resolved" });
    for (const [response, text] of errors) {
      await test.step(text, async () => {
        await operator.route("**/api/alerts/*/resolve", (route) => route.fulfill({ status: 503, json: response }));
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
    for (const [type] of advised) addAlert(site, { type, scope: "epld", title: type });
    await operator.goto("/epld/alerts");
    for (const [type, words] of advised) {
      await test.step(type, async () => {
        await alert(operator, type).getByRole("button", { name: "Details" }).click();
        await expect(alert(operator, type).getByText(words)).toBeVisible();
      });
    }
  });

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
    site,
    operator,
  }) => {
    for (const [type] of selfResolved) addAlert(site, { type, scope: "epld", title: type });
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
    for (const type of others) addAlert(site, { type, scope: "ac", title: type, additionalInfo });
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
