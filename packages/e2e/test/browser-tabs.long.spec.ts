import type { BrowserContext, Page, Request } from "@playwright/test";
import { expect, test } from "../src/device-test.ts";
import { addMediaCamera } from "../src/events.ts";
import { addGate } from "../src/hardware.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { chooseAccountEntry, field, heading } from "../src/page-parts.ts";
import { setSession, storedToken } from "../src/session.ts";
import { addTv } from "../src/tv.ts";

const eventsPage = "/access-control/events";
const gatesPage = "/access-control/gates-and-actuators";

/** Counts the requests that are open at the same time: now and at most. The end of a closed page's may not be reported. */
function countOpen(context: BrowserContext, path: string): { now: () => number; most: () => number } {
  const open = new Set<Request>();
  const count = () => [...open].filter((request) => !request.frame().page().isClosed()).length;
  let most = 0;
  context.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(path)) open.add(request);
    most = Math.max(most, count());
  });
  context.on("requestfinished", (request) => open.delete(request));
  context.on("requestfailed", (request) => open.delete(request));
  return { now: count, most: () => most };
}

async function openSignedIn(tabs: BrowserContext, token: string, path: string): Promise<Page> {
  const page = await tabs.newPage();
  await setSession(page, token);
  await page.goto(path);
  await waitForLiveUpdates(page);
  return page;
}

const maxWaitMs = 2_000;

/**
 * How long the requests of a loaded page have waited for a connection, at most. The time until the page is shown would
 * also depend on how busy the machine is, which runs ten pages.
 */
const longestWaitMs = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const requests = ["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type));
    const waits = (requests as PerformanceResourceTiming[]).map((one) => one.requestStart - one.fetchStart);
    return Math.max(...waits);
  });

test("LIVE-7 ten tabs share one live link and its pictures, and no load of twenty waits for a connection", async ({
  site,
  simulator,
  context: tabs,
}) => {
  test.setTimeout(300_000);
  await site.switchOn("ANPR_ACCESS_CONTROL");
  await addMediaCamera(site, simulator);
  const links = countOpen(tabs, "/api/live");
  const pictures = countOpen(tabs, "/frame");
  const first = await openSignedIn(tabs, await site.signIn(), eventsPage);
  const pages = [first];
  for (const name of ["2", "3", "4", "5", "6", "7", "8", "9", "10"]) {
    await test.step(`tab ${name} continues the session`, async () => {
      const page = await tabs.newPage();
      await page.goto(eventsPage);
      await waitForLiveUpdates(page);
      pages.push(page);
    });
  }
  for (const [index, page] of [...pages, ...pages].entries()) {
    await test.step(`load ${index + 1}`, async () => {
      await page.goto(index < pages.length ? gatesPage : eventsPage);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await longestWaitMs(page)).toBeLessThan(maxWaitMs);
    });
  }
  for (const page of pages) await expect(page.getByRole("img", { name: "Live picture of Entry camera" })).toBeVisible();
  await expect.poll(links.now).toBe(1);
  expect(pictures.most()).toBeLessThanOrEqual(3);
  // Another tab takes over.
  await first.close();
  const others = pages.slice(1);
  for (const page of others) await waitForLiveUpdates(page);
  await site.switchOn("ANPR_ACCESS_CONTROL", "REPORTING");
  for (const page of others) await expect(page.getByRole("link", { name: "Reports", exact: true })).toBeVisible();
  await expect.poll(links.now).toBe(1);
});

/** Hides a page as the back/forward cache does, which the browser of the tests doesn't have, or shows it again. */
const turn = (page: Page, name: "pagehide" | "pageshow") =>
  page.evaluate((type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true })), name);

test("a page that goes to the back/forward cache ends its live link, and is up to date when it is shown again", async ({
  site,
  operator,
}) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  const links = countOpen(operator.context(), "/api/live");
  await operator.goto(gatesPage);
  await waitForLiveUpdates(operator);
  expect(links.now()).toBe(1);
  await turn(operator, "pagehide");
  await expect.poll(links.now).toBe(0);
  await addGate(site, "Back entry");
  await turn(operator, "pageshow");
  await expect(operator.getByText("Back entry", { exact: true })).toBeVisible();
  await expect.poll(links.now).toBe(1);
});

test("LIVE-8 a display in the back/forward cache ends its requests, and shows the values again when it is shown", async ({
  site,
  page,
}) => {
  await site.switchOn("EPLD");
  const tv = await addTv(site, 1, { free: 42 });
  const links = countOpen(page.context(), "/api/screen/live");
  await page.goto(tv.path);
  await expect(page.getByText("42", { exact: true })).toBeVisible();
  expect(links.now()).toBe(1);
  await turn(page, "pagehide");
  await expect.poll(links.now).toBe(0);
  await tv.setTo("free", 7);
  await turn(page, "pageshow");
  await expect(page.getByText("7", { exact: true })).toBeVisible();
  await expect.poll(links.now).toBe(1);
});

test("AUTH-7 a new tab continues the session of an open one, and a sign-out ends all tabs", async ({
  site,
  context: tabs,
}) => {
  const token = await site.signIn();
  const first = await openSignedIn(tabs, token, "/configurations");
  const second = await tabs.newPage();
  await second.goto("/settings");
  await expect(heading(second, "Settings")).toBeVisible();
  expect(await storedToken(second)).toBe(token);
  expect(await second.evaluate(() => JSON.stringify(localStorage))).not.toContain(token);
  await chooseAccountEntry(first, "Log out");
  await expect(field(second, "Username")).toBeVisible();
  await expect(second.getByText("You signed out in another tab.")).toBeVisible();
  await expect(field(first, "Username")).toBeVisible();
  expect(await storedToken(second)).toBeNull();
  const third = await tabs.newPage();
  await third.goto("/settings");
  await expect(field(third, "Username")).toBeVisible();
});
