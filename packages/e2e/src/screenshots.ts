import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContextOptions, chromium as browserType } from "@playwright/test";
import { chromium } from "./chromium.ts";
import {
  narrowScreens,
  openScreen,
  type Screen,
  screenGroups,
  seedScreens,
  signedOutScreens,
  wideScreen,
} from "./screens.ts";
import { setSession } from "./session.ts";
import { startSite } from "./site.ts";

// Saves screenshots of the console: `npm run screenshots -w @gatehouse/e2e -- OUTDIR`.

const everyScreen = [...signedOutScreens, ...Object.values(screenGroups).flat()];
const sizes = [
  { viewport: { width: 1440, height: 900 }, screens: [...everyScreen, wideScreen] },
  { viewport: { width: 390, height: 844 }, screens: [...everyScreen, ...narrowScreens] },
];

const folder = process.argv[2];
if (folder === undefined) throw new Error("Usage: npm run screenshots -w @gatehouse/e2e -- OUTDIR");
mkdirSync(folder, { recursive: true });

const site = await startSite();
const browser = await browserType.launch(chromium);
try {
  for (const { viewport, screens } of sizes) {
    for (const colorScheme of ["light", "dark"] as const) {
      const options = { baseURL: site.address, viewport, colorScheme, timezoneId: "UTC", locale: "en-GB" };
      await site.seed.clear();
      await seedScreens(site);
      for (const screen of screens) {
        const file = `${screen.name.replaceAll(" ", "-")}-${viewport.width}-${colorScheme}.png`;
        await capture(screen, options, join(folder, file));
      }
    }
  }
} finally {
  await browser.close();
  await site.stop();
}

async function capture(screen: Screen, options: BrowserContextOptions, path: string): Promise<void> {
  const context = await browser.newContext({ ...options, reducedMotion: "reduce" });
  const page = await context.newPage();
  if (!screen.isPublic) await setSession(page, await site.signIn());
  await openScreen(page, screen);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path, animations: "disabled" });
  await context.close();
}
