import { type BrowserContext, test as base, expect, type Page, type TestInfo } from "@playwright/test";
import { collectPageErrors } from "./page-errors.ts";
import { setSession } from "./session.ts";
import { type Site, startSite } from "./site.ts";

/** Fixtures of every test. */
export interface Fixtures {
  /** Page errors that a test causes on purpose. */
  expectedErrors: RegExp | null;
  /** Resets the site before every test. */
  cleanSite: undefined;
  /** A signed-in page. */
  operator: Page;
  /** A second signed-in page, in its own browser context. */
  colleague: Page;
}

/** Each worker has a real server. It is reset before each test, and page errors fail the test. */
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
  cleanSite: [
    async ({ site }, use) => {
      await site.seed.clear();
      await use(undefined);
    },
    { auto: true },
  ],
  baseURL: ({ site }, use) => use(site.address),
  expectedErrors: [null, { option: true }],
  context: async ({ context, expectedErrors }, use, info) => {
    const errors = await collectPageErrors(context);
    await use(context);
    if (info.status !== info.expectedStatus) await attachScreenshots(context, info);
    expect(errors.filter((error) => !expectedErrors?.test(error))).toEqual([]);
  },
  operator: async ({ site, page }, use) => {
    await setSession(page, await site.signIn());
    await use(page);
  },
  colleague: async ({ site, browser }, use) => {
    const context = await browser.newContext();
    const errors = await collectPageErrors(context);
    const page = await context.newPage();
    await setSession(page, await site.signIn());
    await use(page);
    expect(errors).toEqual([]);
    await context.close();
  },
});

/** Attaches screenshots of a failed test's pages. */
async function attachScreenshots(context: BrowserContext, info: TestInfo): Promise<void> {
  for (const page of context.pages()) {
    await page.screenshot({ timeout: 5_000 }).then(
      (body) => info.attach("screenshot", { body, contentType: "image/png" }),
      () => {}, // A page that can't be captured must not hide the reason of the failure.
    );
  }
}

export { expect };
