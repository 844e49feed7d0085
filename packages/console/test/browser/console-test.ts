import "../../src/ui/mantine.css";
import "../../src/ui/base.css";
import type { Page } from "@gatehouse/e2e/browser-commands";
import { test as base, type TestAPI } from "vitest";
import { createFakeSite, type FakeSite, isSiteRequest } from "./fake-site.ts";
import { routeRequest } from "./request-routes.ts";
import { expect, resetPage, testedPage } from "./tested-page.ts";

interface Fixtures {
  site: FakeSite;
  /** The page, signed in by no one. */
  page: Page;
  /** The page, signed in as the admin. */
  operator: Page;
}

const realFetch = globalThis.fetch.bind(globalThis);

/** Each test has its own site in memory, and the console is loaded once for all tests of a worker. */
const extended = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixture's needs from this pattern.
  site: async ({}, use) => {
    const site = createFakeSite();
    globalThis.fetch = (input, init) => {
      const request = new Request(input, init);
      return isSiteRequest(request) ? routeRequest(request, site.fetch) : realFetch(request);
    };
    await use(site);
    site.close();
    globalThis.fetch = realFetch;
  },
  page: async ({ site: _ }, use) => {
    await use(testedPage);
    await resetPage();
  },
  operator: async ({ site, page }, use) => {
    sessionStorage.setItem("gatehouse.token", site.signIn());
    await use(page);
  },
});

/** Signs a page in as a new person. */
export function signInAs(
  _page: Page,
  site: FakeSite,
  username: string,
  { role, gateIds }: { role: string; gateIds?: number[] | null },
) {
  sessionStorage.setItem("gatehouse.token", site.signIn(site.addPerson(username, role, gateIds)));
}

/** A part of a test. */
const step = <Result>(_title: string, run: () => Result): Result => run();

export const test: TestAPI<Fixtures> & { step: typeof step } = Object.assign(extended as TestAPI<Fixtures>, { step });
export { expect };
