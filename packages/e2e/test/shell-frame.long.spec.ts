import { apiPath, type DemoProgress, demoProgressPath } from "@gatehouse/contract/runtime-config";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/axe.ts";
import { addWiredGate, startGateHardware } from "../src/events.ts";
import { addIdentifier } from "../src/identifiers.ts";
import { card, dialog, field, heading, menu, submitSignIn } from "../src/page-parts.ts";
import { admin } from "../src/site.ts";
import { expect, test } from "../src/test.ts";

/** The options of an open list, without those of the rows' data types. */
const options = (page: Page) => page.getByRole("listbox").getByRole("option");

test.describe("SHELL-1 the frame", () => {
  test("SHELL-1 it shows logo, version and user name, and the first Tab is the skip link", async ({
    operator,
    request,
  }) => {
    const { version } = await (await request.get("/config.json")).json();
    await operator.goto("/configurations");
    await expect(heading(operator, "Global Configurations")).toBeVisible();
    await operator.keyboard.press("Tab");
    await expect(operator.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await expect(operator.locator('img[src="/favicon.svg"]').first()).toBeVisible();
    await expect(operator.getByText("Gatehouse", { exact: true })).toBeVisible();
    await expect(operator.getByText(`Version ${version}`)).toBeVisible();
    await expect(operator.getByRole("button", { name: "Account menu of admin" })).toBeVisible();
  });
});

test.describe("SHELL-1 on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("SHELL-1 a button opens the menu, and Escape or an entry closes it", async ({ operator }) => {
    const toggle = operator.getByRole("button", { name: "Open menu" });
    const opened = operator.getByRole("dialog");
    await operator.goto("/configurations");
    await expect(toggle).toBeVisible();
    await expect(menu(operator)).toBeHidden();
    await toggle.click();
    await expect(opened.getByText(/Version \d/)).toBeVisible();
    await operator.keyboard.press("Escape");
    await expect(opened).toBeHidden();
    await toggle.click();
    await opened.getByRole("link", { name: "Settings" }).click();
    await expect(heading(operator, "Settings")).toBeVisible();
    await expect(opened).toBeHidden();
  });
});

test("SHELL-8 one build serves any site: the address of the API comes from /config.json", async ({ site, page }) => {
  const config = { apiBaseUrl: "/elsewhere/v1", appId: "gatehouse-console", version: "9.9.9" };
  await page.route("**/config.json", (route) => route.fulfill({ json: config }));
  // Calls that this test is not about get no answer that the console could use.
  await page.route("**/elsewhere/v1/**", (route) => route.fulfill({ body: "" }));
  await page.route("**/elsewhere/v1/auth/login", async (route) =>
    route.fulfill({ json: { token: await site.signIn(), passwordChanged: true } }),
  );
  const account = await site.call("GET /auth/me", {});
  await page.route("**/elsewhere/v1/auth/me", (route) => route.fulfill({ json: account }));
  await page.route("**/elsewhere/v1/configs/global", (route) => route.fulfill({ json: [] }));
  await page.route("**/elsewhere/v1/configs/module-activation-status", (route) => route.fulfill({ json: {} }));
  const health = { mcp: true, shield: [], anpr: { osd: [], cameraCounting: [], accessControl: [] } };
  await page.route("**/elsewhere/v1/health", (route) => route.fulfill({ json: health }));
  await page.route("**/elsewhere/v1/live", () => {});
  await page.goto("/");
  await field(page, "Username").fill("admin");
  await field(page, "Password").fill("anything");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(heading(page, "Global Configurations")).toBeVisible();
  await expect(page.getByText("Version 9.9.9")).toBeVisible();
});

test("SHELL-1 the main area shows placeholders after sign-in and while a list is slow, and never stays blank", async ({
  site,
  page,
}) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  const placeholders = page.getByRole("main").locator("[data-placeholders] > *").first();
  const hold = async (path: string) => {
    const held = Promise.withResolvers<void>();
    await page.route(`**${apiPath}${path}`, (route) => held.promise.then(() => route.continue()));
    return held.resolve;
  };
  await page.goto("/");
  const releaseModules = await hold("/configs/module-activation-status");
  await submitSignIn(page, admin);
  await expect(placeholders).toBeVisible();
  releaseModules();
  await expect(page.getByRole("textbox", { name: "Value of retentionDays" })).toBeVisible();
  await expect(placeholders).toHaveCount(0);

  const releaseRules = await hold("/access/rules");
  await page.getByRole("link", { name: "Access rules", exact: true }).click();
  await expect(placeholders).toBeVisible();
  // After a second, the parts that have their data are shown.
  await expect(page.getByRole("button", { name: "Add group", exact: true })).toBeVisible();
  await expect(card(page, "Rules").locator(".mantine-Skeleton-root")).toBeVisible();
  releaseRules();
  await expect(page.getByText("No rules yet")).toBeVisible();
});

test("DEMO-1 a demo says what it still loads, with progress, until it is loaded", async ({ operator }) => {
  const config = { apiBaseUrl: apiPath, appId: "gatehouse-console", version: "1" };
  const demo = { username: "admin", accounts: [] };
  await operator.route("**/config.json", (route) => route.fulfill({ json: { ...config, demo } }));
  let progress: DemoProgress = { state: "loading", text: "30 days of past events", share: 0.43 };
  await operator.route(`**${demoProgressPath}`, (route) => route.fulfill({ json: progress }));
  await operator.goto("/configurations");
  await expect(operator.getByText("The demo is loading: 30 days of past events · 43%")).toBeVisible();
  const bar = operator.getByRole("progressbar", { name: "Loading of the demo" });
  await expect(bar).toHaveAttribute("aria-valuenow", "43");
  await expectAccessible(operator);
  progress = { state: "done", text: "", share: 1 };
  await expect(bar).toHaveCount(0);
});

test.describe("the command palette", () => {
  const search = (page: Page) => page.getByRole("combobox", { name: "Go to a page" });

  test("it finds plates, gates, devices and people, and opens a gate with a reason", async ({ site, operator }) => {
    await site.switchOn("ANPR_ACCESS_CONTROL");
    const hardware = await startGateHardware();
    try {
      await addWiredGate(site, hardware, "Main entry", {});
      await addIdentifier(site, "KA05MX4321", { ownerName: "Meera Iyer" });
      await operator.goto("/configurations");
      await expect(menu(operator).getByRole("link", { name: "Settings" })).toBeVisible();
      await operator.keyboard.press("Control+k");
      // Typed while the palette is loaded and gets the focus.
      await operator.keyboard.type("ka-05mx43", { delay: 25 });
      await expect(options(operator).filter({ hasText: "KA05MX4321" })).toContainText(
        "Identifier / KA05MX4321 · Meera",
      );
      const { id: areaId } = await site.call("POST /access/areas", { body: { name: "Deck" } });
      await site.call("POST /access/presence", { body: { vehicle: "KA05MX4321", areaId } });
      await search(operator).fill("ka05mx");
      await expect(options(operator).first()).toContainText(/^Vehicle \/ KA 05 MX 4321 · Inside Deck since /);
      await search(operator).fill("e-mail server");
      await expect(options(operator).first()).toHaveText("Settings / Notifications");
      await search(operator).fill("admin");
      await expect(options(operator).filter({ hasText: "User / admin" })).toBeVisible();
      await search(operator).fill("north boom");
      await expect(options(operator).filter({ hasText: "Boom barrier / North boom" })).toBeVisible();
      await expectAccessible(operator);
      await search(operator).fill("open main");
      await options(operator).filter({ hasText: "Command / Open Main entry" }).click();
      const opening = dialog(operator, "Open Main entry");
      await opening.getByRole("textbox", { name: "Reason" }).fill("Delivery");
      await opening.getByRole("button", { name: "Open barrier" }).click();
      await expect(opening.getByRole("status")).toContainText("Accepted");
      expect(hardware.pulses).toBe(1);
      await operator.keyboard.press("Escape");
      await operator.keyboard.press("Control+k");
      await search(operator).fill("user add");
      await operator.keyboard.press("Enter");
      await expect(operator).toHaveURL("/settings/people?open=users.new");
      await expect(operator.getByRole("dialog")).toBeVisible();
      await operator.keyboard.press("Escape");
      await expect(operator.getByRole("dialog")).toHaveCount(0);
      await operator.keyboard.press("Control+k");
      await search(operator).fill("main entry");
      await options(operator).filter({ hasText: "Gate / Main entry" }).click();
      await expect(operator).toHaveURL(/gates-and-actuators\?open=gates\.\d+$/);
    } finally {
      await hardware.stop();
    }
  });
});

test("the console works in a browser without Temporal", async ({ operator }) => {
  await operator.addInitScript(() => Reflect.deleteProperty(globalThis, "Temporal"));
  await operator.goto("/overview");
  await expect(operator.getByRole("button", { name: "Definition of Entries", exact: true })).toBeVisible();
});
