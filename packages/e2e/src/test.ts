import { type BrowserContext, test as base, expect, type Page, type TestInfo } from "@playwright/test";
import { collectFaults } from "./page-faults.ts";
import { giveSession } from "./session.ts";
import { type Site, startSite } from "./site.ts";

/** What every test can ask for. */
export interface Fixtures {
  /** Faults that a test brings about on purpose. */
  provoked: RegExp | null;
  /** The site as on its first day, before every test. */
  firstDay: undefined;
  /** The page of somebody who is signed in. */
  operator: Page;
  /** The page of somebody else who is signed in, in a browser of their own. */
  colleague: Page;
}

/** Every test: a real server for each worker, as on its first day, and pages that may not fail in silence. */
export const test = base.extend<Fixtures, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 80_000 },
  ],
  firstDay: [
    async ({ site }, use) => {
      await site.seed.clear();
      await use(undefined);
    },
    { auto: true },
  ],
  baseURL: ({ site }, use) => use(site.address),
  provoked: [null, { option: true }],
  context: async ({ context, provoked }, use, info) => {
    const faults = await collectFaults(context);
    await use(context);
    if (info.status !== info.expectedStatus) await keepPictures(context, info);
    expect(faults.filter((fault) => !provoked?.test(fault))).toEqual([]);
  },
  operator: async ({ site, page }, use) => {
    await giveSession(page, await site.signIn());
    await use(page);
  },
  colleague: async ({ site, browser }, use) => {
    const context = await browser.newContext();
    const faults = await collectFaults(context);
    const page = await context.newPage();
    await giveSession(page, await site.signIn());
    await use(page);
    expect(faults).toEqual([]);
    await context.close();
  },
});

/** What the pages of a failed test looked like when it ended. */
async function keepPictures(context: BrowserContext, info: TestInfo): Promise<void> {
  for (const page of context.pages()) {
    await page.screenshot({ timeout: 5_000 }).then(
      (body) => info.attach("screenshot", { body, contentType: "image/png" }),
      () => {}, // A page that cannot be drawn any more must not hide why the test failed.
    );
  }
}

export { expect };
