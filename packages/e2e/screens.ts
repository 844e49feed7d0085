import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { moduleKinds } from "@gatehouse/contract/modules/module-kind";
import { type Browser, chromium as browserType, type Page } from "@playwright/test";
import { chromium } from "./src/chromium.ts";
import { giveSession } from "./src/session.ts";
import { type Site, startSite } from "./src/site.ts";

// Takes pictures of the console for people to look at: `node screens.ts OUTDIR`.

interface Screen {
  name: string;
  path: string;
  isPublic?: true;
  /** What to do before the picture is taken. */
  prepare?: (page: Page, isNarrow: boolean) => Promise<void>;
}

const openAccountMenu = (page: Page) => page.getByRole("button", { name: "Account menu" }).click();

const screens: readonly Screen[] = [
  { name: "sign-in", path: "/", isPublic: true },
  { name: "sign-in-expired", path: "/settings", isPublic: true },
  { name: "reset-password", path: "/reset-password", isPublic: true },
  { name: "configurations", path: "/configurations" },
  {
    name: "configurations-edited",
    path: "/configurations",
    prepare: async (page) => {
      await page.getByRole("textbox", { name: "Value of retentionDays" }).fill("0");
      await page.getByRole("button", { name: "Save retentionDays" }).click();
    },
  },
  {
    name: "configurations-delete",
    path: "/configurations",
    prepare: (page) => page.getByRole("button", { name: "Delete nightMode" }).click(),
  },
  { name: "access-control", path: "/access-control" },
  {
    name: "vehicle-types-open",
    path: "/access-control?tab=rfid",
    prepare: (page) => page.getByRole("combobox", { name: "Vehicle types" }).click(),
  },
  { name: "settings", path: "/settings" },
  {
    name: "settings-unsaved",
    path: "/settings",
    prepare: (page) => page.getByRole("switch", { name: "Reporting" }).click(),
  },
  { name: "alerts", path: "/epld/alerts" },
  {
    name: "alerts-details",
    path: "/access-control/alerts",
    prepare: (page) => page.getByRole("button", { name: "Details" }).first().click(),
  },
  { name: "not-configured", path: "/overspeed-detection/lanes-cameras" },
  { name: "module-off", path: "/loop-detector" },
  { name: "account-menu", path: "/configurations", prepare: openAccountMenu },
  {
    name: "password-dialog",
    path: "/configurations",
    prepare: async (page) => {
      await openAccountMenu(page);
      await page.getByRole("menuitem", { name: "Reset Password" }).click();
    },
  },
  { name: "palette", path: "/configurations", prepare: (page) => page.keyboard.press("Control+k") },
  { name: "shortcuts", path: "/configurations", prepare: (page) => page.keyboard.press("?") },
  {
    name: "menu",
    path: "/configurations",
    prepare: (page, isNarrow) =>
      page.getByRole("button", { name: isNarrow ? "Open the menu" : "Fold the menu to icons" }).click(),
  },
];

const sizes = [
  { label: "1440", viewport: { width: 1440, height: 900 } },
  { label: "390", viewport: { width: 390, height: 844 } },
];

const folder = process.argv[2];
if (folder === undefined) throw new Error("Say where to put the pictures: node screens.ts OUTDIR");
mkdirSync(folder, { recursive: true });

const site = await startSite();
const browser = await browserType.launch(chromium);
try {
  await furnish(site);
  for (const { label, viewport } of sizes) {
    for (const colorScheme of ["light", "dark"] as const) {
      const options = { baseURL: site.address, viewport, colorScheme, timezoneId: "UTC", locale: "en-GB" };
      for (const screen of screens) await take(browser, screen, options, `${screen.name}-${label}-${colorScheme}.png`);
    }
  }
} finally {
  await browser.close();
  await site.stop();
}

async function take(browser: Browser, screen: Screen, options: object, file: string): Promise<void> {
  const context = await browser.newContext({ ...options, reducedMotion: "reduce" });
  const page = await context.newPage();
  if (!screen.isPublic) await giveSession(page, await site.signIn());
  await page.goto(screen.path);
  // The live stream never ends, so the page is at rest when what is drawn first has been drawn and loaded.
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "hidden" });
  const isNarrow = (page.viewportSize()?.width ?? 0) < 500;
  await screen.prepare?.(page, isNarrow);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(folder ?? "", file), animations: "disabled" });
  await context.close();
}

/** A site with something of everything. */
async function furnish({ seed, call, switchOn }: Site): Promise<void> {
  await switchOn(...moduleKinds.filter((kind) => kind !== "LOOP_DETECTOR"));
  await seed.device({ module: "EPLD", ip: "10.0.4.21", apiPort: 8080, isHealthy: false });
  await seed.device({ module: "OSD", ip: "10.0.4.7", apiPort: 80, isHealthy: false });
  const configs = [
    { scope: "global", key: "nightMode", dataType: "BOOLEAN", value: true },
    { scope: "global", key: "operatorPhone", dataType: "STRING", value: "+91 80 4000 1234" },
    { scope: "global", key: "queueLimit", dataType: "NUMBER", value: 40 },
    { scope: "anpr-ac", key: "minimumConfidence", dataType: "NUMBER", value: 0.85 },
  ] as const;
  for (const body of configs) await call("POST /configs", { body });
  const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000);
  await seed.alert({
    type: "EPLD_MISSING_SLOT",
    scope: "epld",
    title: "Slot B2-14 is missing",
    description: "Camera Basement 2 North no longer reports slot 14, which 2 equations use.",
    at: at(4),
  });
  await seed.alert({
    type: "EPLD_NEW_SLOT",
    scope: "epld",
    title: "New slot on Basement 1 East",
    description: "The camera reports slot 31, which is not known here.",
    at: at(130),
  });
  await seed.alert({
    type: "EPLD_PZQUBE_SLOT_ERROR",
    scope: "epld",
    title: "Slot sensor 7 reports an error",
    description: "Slot controller Ramp A, sensor 7.",
    at: at(60 * 30),
  });
  await seed.alert({
    type: "AC_ANPR_BOOMBARRIER_TRIGGER_FAILED",
    scope: "ac",
    title: "Boom barrier Main Gate did not open",
    description: "KA 01 AB 1234 was granted, but the barrier could not be reached.",
    additionalInfo: { error: "connect ETIMEDOUT 10.0.4.30:5000", barrier: "Main Gate", relay: 1 },
    at: at(12),
  });
}
