import { plateFormats } from "@gatehouse/contract/plate-formats";
import { parsePayload } from "@gatehouse/drivers/plate-feeds/payload";
import { readPayload } from "@gatehouse/drivers/plate-feeds/registry";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { renderCarImages } from "../../src/feeds/car-images.ts";
import { toCountPush, toLoopPush, toSlotsPush } from "../../src/feeds/gatehouse.ts";
import type { DetectedPlate, Push } from "../../src/feeds/push.ts";
import { type FeedName, feedNames, plateFeeds } from "../../src/feeds/registry.ts";
import { gatePlans } from "../../src/plan/gate-plan.ts";

const at = new Date("2026-11-15T07:30:00.250Z");
const images = await renderCarImages("Main entry", "MH 12 DE 1433", at);
const detected: DetectedPlate = {
  eventId: "b7c1",
  camera: "dock-1",
  plate: "MH 12 DE 1433",
  at,
  direction: "X",
  confidence: 0.96,
  vehicleType: "CAR",
  speed: null,
  images,
  hasLeftView: false,
};
const normalize = (plate: string) => plate.replaceAll(" ", "").toUpperCase();

function parsePush({ body, contentType, path, headers = {} }: Push) {
  const taken = parsePayload({ body, contentType, path: path || "/", headers, timeZone: "UTC" });
  if (!taken.ok) throw new Error(taken.detail);
  const understood = readPayload(taken.payload);
  if (!understood.ok) throw new Error(understood.detail);
  return { title: understood.feed?.title ?? "", detections: understood.detections };
}
async function readPlate(feed: FeedName, overrides: Partial<DetectedPlate> = {}) {
  const { title, detections } = parsePush(await plateFeeds[feed].toPush({ ...detected, ...overrides }));
  const [detection] = detections;
  if (detection?.kind !== "plate") throw new Error(`Expected a plate, got ${detection?.kind}.`);
  return { title, detection };
}

describe("a simulated camera", () => {
  it.each(feedNames)("FEED-2 pushes %s in a form that its driver parses", async (feed) => {
    const { title, detection } = await readPlate(feed);
    expect(title).toBe(plateFormats[feed].title);
    expect({ plate: normalize(detection.plate), source: detection.source }).toEqual({
      plate: "MH12DE1433",
      source: "dock-1",
    });
    expect(Math.abs((detection.at?.getTime() ?? 0) - at.getTime())).toBeLessThan(1000);
  });

  it.each(feedNames)("keeps the id of a repeated event in %s, and changes it for a new event", async (feed) => {
    const [first, again, other] = await Promise.all([
      readPlate(feed),
      readPlate(feed),
      readPlate(feed, { eventId: "b7c2", at: new Date(at.getTime() + 1000) }),
    ]);
    expect(again.detection.eventId).toBe(first.detection.eventId);
    expect(other.detection.eventId).not.toBe(first.detection.eventId);
  });

  const feedsWithoutDirection: readonly FeedName[] = [
    "plate-recognizer",
    "unifi-protect",
    "frigate",
    "survision",
    "uniview",
  ];
  const feedsWithDirection = feedNames.filter((feed) => !feedsWithoutDirection.includes(feed));
  it.each(feedsWithDirection)("reports the direction in %s", async (feed) => {
    expect((await readPlate(feed, { direction: "X" })).detection.direction).toBe("X");
    expect((await readPlate(feed, { direction: "N" })).detection.direction).toBe("N");
  });

  const feedsWithImages = [
    "gatehouse",
    "hikvision",
    "axis",
    "dahua",
    "openalpr",
    "zhenshi",
    "milesight",
    "genetec",
    "tattile",
    "uniview",
  ] as const;
  it.each(feedsWithImages)("sends JPEG images in %s", async (feed) => {
    const { images } = (await readPlate(feed)).detection;
    expect(images.map(({ kind }) => kind).sort()).toEqual(["full", "plate"]);
    const formats = await Promise.all(images.map(async ({ bytes }) => (await sharp(bytes).metadata()).format));
    expect(formats).toEqual(["jpeg", "jpeg"]);
  });

  it("reports a car that left the view in Axis", async () => {
    expect((await readPlate("axis", { hasLeftView: true })).detection.isAfterwards).toBe(true);
  });

  it("reports the speed", async () => {
    expect((await readPlate("gatehouse", { speed: 46.5 })).detection.speed).toBe(46.5);
  });
});

describe("a simulated sensor", () => {
  const event = { eventId: "e1", source: "31", at };

  it.each([
    [
      "a count",
      toCountPush(event, { direction: "N", vehicleClass: "2w", count: 2 }),
      { kind: "count", direction: "N", vehicleClass: "2w", count: 2, source: "31" },
    ],
    [
      "slots",
      toSlotsPush(event, [{ name: "A1", state: "occupied" }]),
      { kind: "slots", slots: [{ name: "A1", state: "occupied" }] },
    ],
    ["a pulse", toLoopPush({ ...event, source: null }), { kind: "loop" }],
  ])("pushes %s in a form that its driver parses", (_, push, detection) => {
    expect(parsePush(push).detections).toMatchObject([{ eventId: "e1", at, ...detection }]);
  });
});

describe("the plan of the simulated site", () => {
  it("FEED-2 has cameras of every new format", () => {
    const planned = new Set(gatePlans.flatMap(({ camera }) => [camera.feed, ...camera.otherFeeds]));
    const added: FeedName[] = [
      "dahua-event-push",
      "zhenshi",
      "unifi-protect",
      "frigate",
      "milesight",
      "genetec",
      "tattile",
      "survision",
      "uniview",
    ];
    expect(added.filter((feed) => !planned.has(feed))).toEqual([]);
  });

  it.each(
    gatePlans.filter(({ isBidirectional }) => isBidirectional).map(({ name, camera }) => [name, camera] as const),
  )(
    "FEED-2 at %s, where cars pass in both directions, every format reports the direction",
    async (_, { feed, otherFeeds }) => {
      const reads = await Promise.all([feed, ...otherFeeds].map((one) => readPlate(one, { direction: "X" })));
      expect(reads.map(({ detection }) => detection.direction)).toEqual(reads.map(() => "X"));
    },
  );
});
