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

test.use({ viewport: narrow, contextOptions: { reducedMotion: "no-preference" } });

for (const [kind, { path, open, create }] of Object.entries(lists)) {
  test(`PERF-4 live events do not shift the rows of the ${kind} events`, async ({ site, operator }) => {
    const pusher = await open(site);
    const first = Array.from({ length: 6 }, (_, place) => ({
      ...create(`AA00000${place}`),
      at: secondsAgo(60 + place),
    }));
    await pusher.push(...first);
    await observeShift(operator);
    await operator.goto(path);
    await waitForLiveUpdates(operator);
    const rows = operator.getByRole("table", { name: "Events" }).getByRole("row");
    await expect(rows).toHaveCount(7);
    await pusher.push(create("BB000001"));
    await expect(rows).toHaveCount(8);
    // While the rows still move, and one that is not the newest.
    await pusher.push({ ...create("BB000002"), at: secondsAgo(30) });
    await expect(rows).toHaveCount(9);
    await expect(rows.nth(2)).toContainText("BB000002");
    await expect.poll(() => operator.evaluate(() => document.getAnimations().length)).toBe(0);
    expect(await readShift(operator)).toBeLessThanOrEqual(maxShift);
    const [above, below] = [await rows.nth(1).boundingBox(), await rows.nth(2).boundingBox()];
    expect(below?.y).toBeCloseTo((above?.y ?? 0) + (above?.height ?? 0), 0);
  });
}
