import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContextOptions, chromium as browserType } from "@playwright/test";
import { chromium } from "./chromium.ts";
import { beforeSignIn, furnish, galleries, narrowOnly, type Screen, show, wideOnly } from "./gallery.ts";
import { giveSession } from "./session.ts";
import { startSite } from "./site.ts";

// Takes pictures of the console for people to look at: `npm run screens -w @gatehouse/e2e -- OUTDIR`.

const gallery = [...beforeSignIn, ...Object.values(galleries).flat()];
const sizes = [
  { viewport: { width: 1440, height: 900 }, screens: [...gallery, wideOnly] },
  { viewport: { width: 390, height: 844 }, screens: [...gallery, ...narrowOnly] },
];

const folder = process.argv[2];
if (folder === undefined) throw new Error("Say where to put the pictures: npm run screens -w @gatehouse/e2e -- OUTDIR");
mkdirSync(folder, { recursive: true });

const site = await startSite();
const browser = await browserType.launch(chromium);
try {
  for (const { viewport, screens } of sizes) {
    for (const colorScheme of ["light", "dark"] as const) {
      const options = { baseURL: site.address, viewport, colorScheme, timezoneId: "UTC", locale: "en-GB" };
      await site.seed.clear();
      await furnish(site);
      for (const screen of screens) {
        const file = `${screen.name.replaceAll(" ", "-")}-${viewport.width}-${colorScheme}.png`;
        await take(screen, options, join(folder, file));
      }
    }
  }
} finally {
  await browser.close();
  await site.stop();
}

async function take(screen: Screen, options: BrowserContextOptions, path: string): Promise<void> {
  const context = await browser.newContext({ ...options, reducedMotion: "reduce" });
  const page = await context.newPage();
  if (!screen.isPublic) await giveSession(page, await site.signIn());
  await show(page, screen);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path, animations: "disabled" });
  await context.close();
}
