import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { displayTemplates } from "@gatehouse/contract/entities/display/display-page";
import type { Page } from "@playwright/test";
import { callApi } from "../src/api-client.ts";
import { expectAccessibleNarrow } from "../src/axe.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { answerConfirmation, banner, card, control, dialog, fillIn, openRecord } from "../src/page-parts.ts";
import { startServer } from "../src/server-process.ts";
import type { Site } from "../src/site.ts";
import { expect, test } from "../src/test.ts";
import { addTv } from "../src/tv.ts";

const settings = "/epld/settings";
/** The number of spaces on a screen. */
const shown = (page: Page, text: string) => page.getByText(text, { exact: true });

test.beforeEach(({ site }) => site.switchOn("EPLD"));

test.describe("LIVE-8 the page of a display", () => {
  test("LIVE-8 opens without sign-in and shows its values live", async ({ site, page }) => {
    await site.configure("siteName", "Lakeview Towers");
    const tv = await addTv(site, 1, { free: 42 });
    await page.goto(tv.path);
    await expect(page.getByRole("main", { name: "Entrance" })).toBeVisible();
    await expect(shown(page, "42")).toBeVisible();
    await expect(shown(page, "FREE SPACES")).toBeVisible();
    await expect(shown(page, "Lakeview Towers")).toBeVisible();
    await expect(page).toHaveTitle("Entrance");
    await tv.setTo("free", 7);
    await expect(shown(page, "7")).toBeVisible();
    await tv.setTo("free", 0);
    await expect(shown(page, "FULL")).toBeVisible();
    await tv.setTo("free", -3);
    await expect(shown(page, "–")).toBeVisible();
    await expect(shown(page, "FULL")).toBeVisible();
  });

  test("LIVE-8 a uid may contain any character", async ({ site, page }) => {
    const tv = await addTv(site, 1, { free: 5 }, { uid: "Ebene 1/Süd.html?x#y" });
    await page.goto(tv.path);
    await expect(shown(page, "5")).toBeVisible();
  });

  test("LIVE-8 two levels, a list and an arrow show their values", async ({ site, page }) => {
    const pair = await addTv(site, 3, { level1: 12, level2: 0 }, { uid: "1", name: "Pair" });
    await page.goto(pair.path);
    await expect(shown(page, "12")).toBeVisible();
    await expect(shown(page, "FULL")).toBeVisible();
    const list = await addTv(site, 4, { level1: 1, level2: 22, level3: 0, level4: 1204 }, { uid: "2", name: "List" });
    await page.goto(list.path);
    await expect(shown(page, "1,204")).toBeVisible();
    await expect(shown(page, "FREE")).toHaveCount(3);
    const arrow = await addTv(site, 7, { free: 9 }, { uid: "3", name: "Arrow" });
    await page.goto(arrow.path);
    await expect(page.getByRole("img", { name: "Arrow to the left" })).toBeVisible();
    await expect(shown(page, "9 spaces")).toBeVisible();
    await arrow.setTo("free", 0);
    await expect(page.getByRole("img", { name: "Cross" })).toBeVisible();
    await expect(shown(page, "FULL")).toBeVisible();
  });

  test("LIVE-8 has no scroll bars at any size, and axe finds no fault", async ({ site, page }) => {
    const values = { level1: 12, level2: 0, level3: 340, level4: 5 };
    const tv = await addTv(site, 4, values, { name: "A long name of a display at the northern entrance" });
    await page.goto(tv.path);
    await expect(shown(page, "340")).toBeVisible();
    for (const [width, height] of [
      [1280, 720],
      [1920, 1080],
      [1080, 1920],
      [3840, 2160],
    ] as const) {
      await page.setViewportSize({ width, height });
      const overflow = await page.evaluate(() => {
        const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
        return [scrollWidth - clientWidth, scrollHeight - clientHeight];
      });
      expect(overflow, `${width} x ${height}`).toEqual([0, 0]);
      await expect(shown(page, "340")).toBeInViewport({ ratio: 1 });
      expect(await page.getByText("340", { exact: true }).evaluate(fontSizeShare)).toBeGreaterThan(0.06);
    }
    await expectAccessibleNarrow(page);
  });

  test("LIVE-8 hides the pointer, and offers full screen to the pointer and the keyboard", async ({ site, page }) => {
    const tv = await addTv(site, 1, { free: 42 });
    await page.goto(tv.path);
    const button = page.getByRole("button", { name: "Full screen" });
    await page.mouse.move(100, 100);
    await expect(button).toHaveCSS("opacity", "1");
    await expect(button).toHaveCSS("opacity", "0");
    await expect(page.getByRole("main")).toHaveCSS("cursor", "none");
    await page.keyboard.press("Tab");
    await expect(button).toBeFocused();
    await expect(button).toHaveCSS("opacity", "1");
  });

  test("LIVE-8 says why it shows nothing", async ({ site, page }) => {
    const tv = await addTv(site, 1, { free: 42 });
    await page.goto("/display/41");
    await expect(page.getByText("Link incomplete")).toBeVisible();
    await page.goto(tv.path);
    await expect(shown(page, "42")).toBeVisible();
    await site.switchOn();
    await expect(page.getByText("Out of service")).toBeVisible();
    await site.switchOn("EPLD");
    await expect(shown(page, "42")).toBeVisible();
    await site.call("DELETE /displays/{id}/key", { params: { id: tv.display.id } });
    await expect(page.getByText("Link not valid")).toBeVisible();
    await expect(shown(page, "42")).toBeHidden();
  });

  test("LIVE-8 shows old values as old while the server is away, and recovers by itself", async ({ page }) => {
    test.setTimeout(120_000);
    const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-tv-"));
    const env = { ADMIN_PASSWORD: "one-time-at-the-gate", DATA_DIR: dataDir };
    const first = await startServer(env);
    const { address } = first;
    const body = { username: "admin", password: env.ADMIN_PASSWORD };
    const { token: oneTime } = await callApi(address, null, "POST /auth/login", { body });
    const password = { body: { password: "keys-of-the-gatehouse" } };
    const { token } = await callApi(address, oneTime, "POST /auth/reset-password", password);
    const call: Site["call"] = (key, input) => callApi(address, token, key, input);
    const modules = await call("GET /configs/module-activation-status", {});
    await call("PUT /configs/module-activation-status", { body: { ...modules, EPLD: true } });
    const tv = await addTv({ call }, 1, { free: 42 });
    await page.goto(`${address}${tv.path}`);
    await expect(shown(page, "42")).toBeVisible();

    await first.stop();
    await expect(page.getByText(/^Data from \d\d:\d\d$/)).toBeVisible({ timeout: 20_000 });
    await expect(shown(page, "42")).toHaveCSS("color", "rgb(139, 152, 162)");

    const second = await startServer({ ...env, PORT: new URL(address).port });
    await expect(page.getByText(/^Data from/)).toBeHidden({ timeout: 20_000 });
    await expect(shown(page, "42")).toHaveCSS("color", "rgb(255, 255, 255)");
    await tv.setTo("free", 41);
    await expect(shown(page, "41")).toBeVisible();
    await page.goto("about:blank");
    await second.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

test.describe("LIVE-8 a long failure", () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test("LIVE-8 hides values that are minutes old, and loads its page again when it can", async ({ site, page }) => {
    await page.clock.install();
    const tv = await addTv(site, 1, { free: 42 });
    await page.goto(tv.path);
    await expect(shown(page, "42")).toBeVisible();
    const blocked = ["**/api/screen/**", "**/display/**"];
    for (const path of blocked) await page.route(path, (route) => route.abort());
    await page.clock.fastForward("00:30");
    await expect(page.getByText(/^Data from/)).toBeVisible();
    await expect(shown(page, "42")).toBeVisible();
    await page.clock.fastForward("06:00");
    await expect(page.getByText(/^No data since/)).toBeVisible();
    await expect(shown(page, "42")).toBeHidden();
    await expect(shown(page, "–")).toBeVisible();
    await page.unroute("**/display/**");
    const reloaded = page.waitForEvent("load");
    await page.clock.fastForward("01:05");
    await reloaded;
    await expect(page.getByText("Connecting…")).toBeVisible();
    await page.unroute("**/api/screen/**");
    await page.clock.fastForward("00:15");
    await expect(shown(page, "42")).toBeVisible();
  });
});

/** The font size as a share of the smaller side of the window. */
function fontSizeShare(element: Element): number {
  return Number.parseFloat(getComputedStyle(element).fontSize) / Math.min(innerWidth, innerHeight);
}

test.describe("LIVE-8 the form of a display", () => {
  test("LIVE-8 DISP-5 previews each template with the values of its variables", async ({ site, operator }) => {
    const tv = await addTv(site, 1, { free: 42 });
    await operator.goto(settings);
    await waitForLiveUpdates(operator);
    const form = await openRecord(operator, "#41 Entrance", "Edit multimedia display");
    await expect(form.getByRole("figure", { name: "The screen shows: One number" })).toContainText("42");
    await tv.setTo("free", 43);
    await expect(form.getByRole("figure", { name: "The screen shows: One number" })).toContainText("43");
    for (const { name, keys } of displayTemplates) {
      await test.step(name, async () => {
        await control(form, "Template").selectOption(name);
        const figure = form.getByRole("figure", { name: `The screen shows: ${name}` });
        await expect(figure).toContainText("NO DATA");
        for (const key of keys) await control(form, key).selectOption("Entrance free");
        await expect(figure).toContainText("43");
      });
    }
  });

  test("LIVE-8 creates, replaces and revokes the link, and shows whether a screen is on", async ({
    site,
    operator,
    browser,
  }) => {
    await site.seed.variable({ name: "Level 1", scope: "epld", computedValue: 42 });
    await operator.goto(`${settings}?open=displays.new-multimedia`);
    await waitForLiveUpdates(operator);
    const added = dialog(operator, "Add multimedia display");
    await fillIn(added, { UID: "41", Name: "Screen" });
    await control(added, "Template").selectOption("One number");
    await control(added, "free").selectOption("Level 1");
    await added.getByRole("button", { name: "Add" }).click();
    const chip = card(operator, "Displays").getByRole("button", { name: "#41 Screen" });
    const line = card(operator, "Displays").getByRole("listitem").filter({ hasText: "#41 Screen" });
    await expect(line).toContainText("No link");
    await chip.click();
    const form = dialog(operator, "Edit multimedia display");
    await form.getByRole("button", { name: "Create link" }).click();
    await expect(banner(operator, "Link created")).toBeVisible();
    const url = (await form.getByRole("link", { name: "Open display" }).getAttribute("href")) ?? "";
    expect(url).toContain("/display/41#ghd_");
    const link = form.getByRole("region", { name: "Screen", exact: true });
    await expect(link).toContainText("Never connected");

    const context = await browser.newContext();
    const tv = await context.newPage();
    await tv.goto(url);
    await expect(shown(tv, "42")).toBeVisible();
    await expect(link).toContainText("On");
    await form.getByRole("button", { name: "New link" }).click();
    await answerConfirmation(operator, "Create a new link?", "Yes");
    await expect(tv.getByText("Link not valid")).toBeVisible();
    await expect(link).toContainText(/Off since \d\d:\d\d/);
    await form.getByRole("button", { name: "Revoke link" }).click();
    await answerConfirmation(operator, "Revoke the link?", "Yes");
    await expect(form.getByRole("button", { name: "Create link" })).toBeVisible();
    await expect(link).toContainText("No link");
    await form.getByRole("button", { name: "Create link" }).click();
    await tv.goto((await form.getByRole("link", { name: "Open display" }).getAttribute("href")) ?? "");
    await expect(shown(tv, "42")).toBeVisible();
    await operator.keyboard.press("Escape");
    await expect(form).toBeHidden();
    await expect(line).toContainText("On");
    await context.close();
    await expect(line).toContainText(/Off since \d\d:\d\d/);
  });
});
