import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/axe.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { control, dialog } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";

const bell = (page: Page, active: number) =>
  page.getByRole("button", { name: active === 0 ? "Alerts" : `Alerts: ${active} active`, exact: true });
const alert = (page: Page, title: string) => dialog(page, "Alerts").getByRole("article", { name: title, exact: true });

const watched = { type: "AC_WATCH_LIST", scope: "ac", title: "Vehicle on the watch list" } as const;

test("OPS-8 the bell counts active alerts on every page, and its list handles them", async ({ site, operator }) => {
  await operator.goto("/settings");
  await expect(bell(operator, 0)).toBeVisible();
  await waitForLiveUpdates(operator);
  await site.seed.alert(watched);
  await site.seed.alert({ type: "EPLD_NEW_SLOT", scope: "epld", title: "New slot" });
  await expect(bell(operator, 2)).toBeVisible();

  await test.step("the list is empty only without alerts", async () => {
    await operator.goto("/configurations");
    await bell(operator, 2).click();
    await expect(alert(operator, watched.title)).toBeVisible();
    await expect(alert(operator, "New slot")).toBeVisible();
  });

  await test.step("acknowledge", async () => {
    await alert(operator, "New slot").getByRole("button", { name: "Acknowledge", exact: true }).click();
    await expect(alert(operator, "New slot").getByText("Acknowledged", { exact: true })).toBeVisible();
    await expect(alert(operator, "New slot").getByText(/^Acknowledged by admin, /)).toBeVisible();
  });

  await test.step("shelve needs a reason", async () => {
    const shown = alert(operator, watched.title);
    await shown.getByRole("button", { name: "Shelve…", exact: true }).click();
    const form = shown.getByRole("form", { name: `Shelve: ${watched.title}`, exact: true });
    await expect(control(form, "Shelve for")).toBeFocused();
    await operator.keyboard.press("Escape");
    await expect(form).toBeHidden();
    await expect(shown.getByRole("button", { name: "Shelve…", exact: true })).toBeFocused();
    await operator.keyboard.press("Enter");
    await form.getByRole("button", { name: "Shelve", exact: true }).click();
    await expect(form.getByText("Required", { exact: true })).toBeVisible();
    await expectAccessible(operator);
    await control(form, "Shelve for").selectOption("8 hours");
    await control(form, "Reason").fill("Police informed");
    await form.getByRole("button", { name: "Shelve", exact: true }).click();
    await expect(shown.getByText("Shelved", { exact: true })).toBeVisible();
    await expect(shown.getByText(/^Shelved by admin until .*: Police informed$/)).toBeVisible();
  });

  await test.step("return and resolve", async () => {
    await alert(operator, watched.title).getByRole("button", { name: "Return now", exact: true }).click();
    await expect(alert(operator, watched.title).getByText("Shelved", { exact: true })).toBeHidden();
    await alert(operator, watched.title).getByRole("button", { name: "Mark as resolved", exact: true }).click();
    await expect(alert(operator, watched.title)).toBeHidden();
    await alert(operator, "New slot").getByRole("button", { name: "Mark as resolved", exact: true }).click();
    await expect(dialog(operator, "Alerts").getByText("No alerts", { exact: true })).toBeVisible();
  });

  await operator.keyboard.press("Escape");
  await expect(bell(operator, 0)).toBeFocused();
});

test("OPS-8 an offline board explains its barriers", async ({ site, operator }) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  await operator.goto("/access-control/alerts");
  await expect(operator.getByText("No alerts", { exact: true })).toBeVisible();
  await waitForLiveUpdates(operator);
  for (const [rel, name] of [
    [1, "North"],
    [2, "South"],
  ] as const) {
    // Nothing listens there, so that the server reports the board as offline.
    const additionalInfo = { ip: "127.0.0.1", port: 9, drv: "modbus-tcp", rel, ser: "A1" };
    const { id } = await site.call("POST /boom-barriers", { body: { uid: String(rel), name, additionalInfo } });
    const failed = { type: "AC_ANPR_BOOMBARRIER_TRIGGER_FAILED", scope: "ac" } as const;
    await site.seed.alert({ ...failed, title: `${name} did not open`, additionalInfo: { barrierId: id } });
  }
  const board = operator.getByRole("article", { name: "Board offline", exact: true });
  await expect(board.getByText("Explains 2 other alerts", { exact: true })).toBeVisible();
  await expect(bell(operator, 1)).toBeVisible();
  await bell(operator, 1).click();
  await expect(alert(operator, "North did not open")).toBeHidden();
  await dialog(operator, "Alerts").getByRole("button", { name: "Show 2 alerts that it explains", exact: true }).click();
  await expect(alert(operator, "North did not open").getByText(/^Probably because of: Board offline/)).toBeVisible();
  await expect(alert(operator, "South did not open")).toBeVisible();
});
