import { isDeepStrictEqual } from "node:util";
import { test as base, expect, type Page, type TestInfo } from "@playwright/test";
import { setSession } from "./session.ts";
import { createSharedContext, openOwnContext, type SharedContext } from "./shared-context.ts";
import { type Simulator, startSimulator } from "./simulator.ts";
import { type Site, startSite } from "./site.ts";

export interface Fixtures {
  /** Page errors that a test causes on purpose. */
  expectedErrors: RegExp | null;
  /** Resets the site before every test. */
  cleanSite: undefined;
  /** Whether the test uses the options of the configuration, so that it can share the context of others. */
  hasUsualContext: boolean;
  operator: Page;
  /** A second signed-in page, in its own browser context. */
  colleague: Page;
}

export interface WorkerFixtures {
  site: Site;
  /** The contexts of the first page and of the colleague's. */
  sharedContexts: readonly [SharedContext, SharedContext];
  /** The simulated site, see device-test.ts. */
  simulatorProcess: Simulator;
}

/** Each worker has a real server. It is reset before each test, and page errors fail the test. */
export const test = base.extend<Fixtures, WorkerFixtures>({
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
  sharedContexts: [
    async ({ browser, site }, use, { project }) => {
      const create = () => createSharedContext(browser, site.address, { viewport: project.use.viewport ?? null });
      const contexts = [create(), create()] as const;
      await use(contexts);
      for (const context of contexts) await context.close();
    },
    { scope: "worker" },
  ],
  // Starts with the first test that uses it. Here, because tests with other fixtures of workers need workers of their own.
  simulatorProcess: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const simulator = await startSimulator();
      await use(simulator);
      await simulator.stop();
    },
    { scope: "worker", timeout: 20_000 },
  ],
  hasUsualContext: async (
    { colorScheme, contextOptions, hasTouch, locale, permissions, storageState, timezoneId, trace },
    use,
    { project },
  ) => {
    const options = { colorScheme, contextOptions, locale, permissions, storageState, timezoneId };
    const isUsual = Object.entries(options).every(([name, value]) =>
      isDeepStrictEqual(value, project.use[name as keyof typeof options]),
    );
    await use(isUsual && !hasTouch && trace === "off");
  },
  context: async ({ browser, sharedContexts, hasUsualContext, expectedErrors }, use, info) => {
    const opened = await (hasUsualContext ? sharedContexts[0].open() : openOwnContext(browser));
    await use(opened.context);
    if (info.status !== info.expectedStatus) await attachScreenshots(opened.pages(), info);
    const errors = opened.errors.filter((error) => !expectedErrors?.test(error));
    await opened.close();
    expect(errors).toEqual([]);
  },
  page: async ({ context, viewport }, use) => {
    const page = await context.newPage();
    if (viewport !== null && viewport.width !== page.viewportSize()?.width) await page.setViewportSize(viewport);
    await use(page);
  },
  operator: async ({ site, page }, use) => {
    await setSession(page, await site.signIn());
    await use(page);
  },
  colleague: async ({ site, sharedContexts }, use) => {
    const { context, errors, close } = await sharedContexts[1].open();
    const page = await context.newPage();
    await setSession(page, await site.signIn());
    await use(page);
    const ownErrors = [...errors];
    await close();
    expect(ownErrors).toEqual([]);
  },
});

/** Attaches screenshots of a failed test's pages. */
async function attachScreenshots(pages: readonly Page[], info: TestInfo): Promise<void> {
  for (const page of pages) {
    await page.screenshot({ timeout: 5_000 }).then(
      (body) => info.attach("screenshot", { body, contentType: "image/png" }),
      () => {}, // A page that can't be captured must not hide the reason of the failure.
    );
  }
}

export { expect };
