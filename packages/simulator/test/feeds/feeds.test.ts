import { takeApart } from "@gatehouse/drivers/plate-feeds/payload";
import { understand } from "@gatehouse/drivers/plate-feeds/registry";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { carPictures } from "../../src/feeds/car-images.ts";
import { countPush, loopPush, slotsPush, tagPush } from "../../src/feeds/gatehouse.ts";
import type { Push, SeenPlate } from "../../src/feeds/push.ts";
import { type FeedName, feedNames, feedTitles, plateFeeds } from "../../src/feeds/registry.ts";

const at = new Date("2026-11-15T07:30:00.250Z");
const pictures = await carPictures("Main entry", "MH 12 DE 1433", at);
const seen: SeenPlate = {
  eventId: "b7c1",
  camera: "dock-1",
  plate: "MH 12 DE 1433",
  at,
  direction: "X",
  confidence: 0.96,
  vehicleType: "CAR",
  speed: null,
  pictures,
  isAfterwards: false,
};
const plain = (plate: string) => plate.replaceAll(" ", "").toUpperCase();

function read({ body, contentType, path }: Push) {
  const taken = takeApart({ body, contentType, path: path || "/", timeZone: "UTC" });
  if (!taken.ok) throw new Error(taken.detail);
  const understood = understand(taken.payload);
  if (!understood.ok) throw new Error(understood.detail);
  return { title: understood.feed?.title ?? "", sightings: understood.sightings };
}
async function readPlate(feed: FeedName, over: Partial<SeenPlate> = {}) {
  const { title, sightings } = read(await plateFeeds[feed]({ ...seen, ...over }));
  const [sighting] = sightings;
  if (sighting?.kind !== "plate") throw new Error(`no plate but ${sighting?.kind}`);
  return { title, sighting };
}

describe("a simulated camera", () => {
  it.each(feedNames)("is understood when it speaks %s", async (feed) => {
    const { title, sighting } = await readPlate(feed);
    expect(title.toLowerCase()).toContain(feedTitles[feed].split(" ")[0]?.toLowerCase());
    expect({ plate: plain(sighting.plate), source: sighting.source }).toEqual({
      plate: "MH12DE1433",
      source: "dock-1",
    });
    expect(Math.abs((sighting.at?.getTime() ?? 0) - at.getTime())).toBeLessThan(1000);
  });

  it.each(feedNames)("tells the same event the same way in %s, and another one in another", async (feed) => {
    const [first, again, other] = await Promise.all([
      readPlate(feed),
      readPlate(feed),
      readPlate(feed, { eventId: "b7c2", at: new Date(at.getTime() + 1000) }),
    ]);
    expect(again.sighting.eventId).toBe(first.sighting.eventId);
    expect(other.sighting.eventId).not.toBe(first.sighting.eventId);
  });

  const directed = feedNames.filter((feed) => feed !== "plate-recognizer");
  it.each(directed)("says in %s which way the car goes", async (feed) => {
    expect((await readPlate(feed, { direction: "X" })).sighting.direction).toBe("X");
    expect((await readPlate(feed, { direction: "N" })).sighting.direction).toBe("N");
  });

  it.each(["gatehouse", "hikvision", "axis", "dahua", "openalpr"] as const)(
    "sends real pictures along in %s",
    async (feed) => {
      const { images } = (await readPlate(feed)).sighting;
      expect(images.map(({ kind }) => kind).sort()).toEqual(["full", "plate"]);
      const formats = await Promise.all(images.map(async ({ bytes }) => (await sharp(bytes).metadata()).format));
      expect(formats).toEqual(["jpeg", "jpeg"]);
    },
  );

  it("tells a car that left its picture as over in Axis", async () => {
    expect((await readPlate("axis", { isAfterwards: true })).sighting.isAfterwards).toBe(true);
  });

  it("tells a speed", async () => {
    expect((await readPlate("gatehouse", { speed: 46.5 })).sighting.speed).toBe(46.5);
  });
});

describe("a simulated sensor", () => {
  const event = { eventId: "e1", source: "31", at };

  it.each([
    ["a tag", tagPush({ ...event, source: null }, "E280"), { kind: "tag", tag: "E280" }],
    [
      "a count",
      countPush(event, { direction: "N", vehicleClass: "2w", count: 2 }),
      { kind: "count", direction: "N", vehicleClass: "2w", count: 2, source: "31" },
    ],
    [
      "slots",
      slotsPush(event, [{ name: "A1", state: "occupied" }]),
      { kind: "slots", slots: [{ name: "A1", state: "occupied" }] },
    ],
    ["a pulse", loopPush({ ...event, source: null }), { kind: "loop" }],
  ])("is understood when it tells %s", (_, push, sighting) => {
    expect(read(push).sightings).toMatchObject([{ eventId: "e1", at, ...sighting }]);
  });
});
