import type { Page } from "@playwright/test";
import { addPushingDevice, createSensorPusher, type Pusher } from "../src/events.ts";
import { addReader } from "../src/hardware.ts";
import { maxShift, observeShift, readShift } from "../src/layout-shift.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import type { Site } from "../src/site.ts";
import { expect, test } from "../src/test.ts";
import { narrow } from "../src/widths.ts";

const lists = {
  ANPR: {
    path: "/access-control/events?tab=received",
    open: async (site: Site): Promise<Pusher> => {
      await site.switchOn("ANPR_ACCESS_CONTROL");
      return addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Yard camera");
    },
    create: (name: string) => ({ type: "plate", plate: name }),
  },
  RFID: {
    path: "/access-control/rfid-events?tab=received",
    open: async (site: Site): Promise<Pusher> => {
      await site.switchOn("RFID_ACCESS_CONTROL");
      return createSensorPusher(site, await addReader(site, "Yard reader", "N"));
    },
    create: (name: string) => ({ type: "tag", tag: name }),
  },
  // Its rows are the lowest: the sixth is on the screen too.
  slot: {
    path: "/epld/events?tab=received",
    open: async (site: Site): Promise<Pusher> => {
      await site.switchOn("EPLD");
      return addPushingDevice(site, "EPLD", "Deck 1");
    },
    create: (name: string) => ({ type: "slots", slots: [{ name, state: "free" }] }),
  },
};

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

/** Stops the slides that begin from now on at a time of theirs, in milliseconds. */
const holdSlides = (page: Page, time: number): Promise<void> =>
  page.evaluate((currentTime) => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...options) {
      const slide = animate.apply(this, options);
      slide.pause();
      slide.currentTime = currentTime;
      return slide;
    };
  }, time);

test.use({ viewport: narrow, contextOptions: { reducedMotion: "no-preference" } });

for (const [kind, { path, open, create }] of Object.entries(lists)) {
  test(`PERF-4 live events do not shift the rows of the ${kind} events`, async ({ site, operator }) => {
    const pusher = await open(site);
    const first = Array.from({ length: 6 }, (_, index) => ({
      ...create(`AA00000${index}`),
      at: secondsAgo(60 + index),
    }));
    await pusher.push(...first);
    await observeShift(operator);
    await operator.goto(path);
    await waitForLiveUpdates(operator);
    const rows = operator.getByRole("table", { name: "Events" }).getByRole("row");
    await expect(rows).toHaveCount(7);
    await pusher.push(create("BB000001"));
    await expect(rows).toHaveCount(8);
    await expect.poll(() => operator.evaluate(() => document.getAnimations().length)).toBe(0);
    expect(await readShift(operator)).toBeLessThanOrEqual(maxShift);
    // Chromium's figure is wrong when a slide begins during another.
    const row = rows.filter({ hasText: "AA000000" });
    await holdSlides(operator, 100);
    await pusher.push(create("BB000002"));
    await expect(rows).toHaveCount(9);
    const before = await row.boundingBox();
    await holdSlides(operator, 0);
    await pusher.push({ ...create("BB000003"), at: secondsAgo(30) });
    await expect(rows).toHaveCount(10);
    expect((await row.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
    await operator.evaluate(() => {
      for (const slide of document.getAnimations()) slide.finish();
    });
    await expect(rows.nth(3)).toContainText("BB000003");
    const [above, below] = [await rows.nth(1).boundingBox(), await rows.nth(2).boundingBox()];
    expect(below?.y).toBeCloseTo((above?.y ?? 0) + (above?.height ?? 0), 0);
  });
}
