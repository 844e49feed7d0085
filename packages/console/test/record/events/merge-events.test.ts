import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { describe, expect, it } from "vitest";
import { mergeEvents } from "../../../src/record/events/event.queries.ts";
import { type EventFilters, matchesFilters } from "../../../src/record/events/event-filters.ts";
import { toTimeRange } from "../../../src/record/events/time-ranges.ts";

const plate = (id: number, minute: number, over: Partial<SiteEvent> = {}) =>
  ({
    module: "ANPR_ACCESS_CONTROL",
    id,
    dateTime: `2026-03-10T10:${String(minute).padStart(2, "0")}:00.000Z`,
    receivedAt: "2026-03-10T10:59:00.000Z",
    status: "RECEIVED",
    timing: "live",
    gate: null,
    isGranted: false,
    reason: "Plate not registered",
    sightings: 1,
    lp: "KA01AB1234",
    lpRaw: "KA 01 AB 1234",
    images: { fullImage: null, lpImage: null },
    sourceName: "North",
    vehicleType: null,
    direction: "N",
    confidence: null,
    ...over,
  }) as SiteEvent;

const page = (ids: readonly [number, number][], next: string | null = null) => ({
  data: ids.map(([id, minute]) => plate(id, minute)),
  next,
  prev: null,
});
const idsOf = ({ data }: { data: readonly SiteEvent[] }) => data.map(({ id }) => id);

describe("EVT-4 merging streamed events", () => {
  const known: [number, number][] = [
    [3, 30],
    [2, 20],
  ];
  it.each<[string, string | null, [number, number], number[]]>([
    ["a new event is first", "more", [4, 40], [4, 3, 2]],
    ["a late event is inserted by its own time", "more", [4, 25], [3, 4, 2]],
    ["an event older than the page's end belongs to the next page", "more", [4, 10], [3, 2]],
    ["unless there is no next page", null, [4, 10], [3, 2, 4]],
    ["for equal times the higher id is first", "more", [4, 30], [4, 3, 2]],
  ])("%s", (_, next, [id, minute], wanted) => {
    expect(idsOf(mergeEvents(page(known, next), [plate(id, minute)]))).toEqual(wanted);
  });

  it("a known event is replaced, because its image may arrive later", () => {
    const images = { fullImage: "/api/event-images/x", lpImage: null };
    const shown = mergeEvents(page(known), [plate(2, 20, { images } as Partial<SiteEvent>)]);
    expect(shown.data[1]).toMatchObject({ id: 2, images });
  });
});

describe("EVT-4 whether an event matches the filters", () => {
  it.each<[string, Partial<EventFilters>, boolean]>([
    ["without filters", {}, true],
    ["the other tab", { status: "PROCESSED" }, false],
    ["any part of its plate, in any notation", { search: "01-ab" }, true],
    ["another plate", { search: "02" }, false],
    ["punctuation, which no plate has", { search: "%-" }, false],
    ["its source", { source: "North" }, true],
    ["another source", { source: "South" }, false],
    ["its direction", { direction: "N" }, true],
    ["the other direction", { direction: "X" }, false],
    ["denied", { granted: "false" }, true],
    ["granted", { granted: "true" }, false],
    ["from exactly its time", { from: "2026-03-10T10:30:00.000Z" }, true],
    ["from a later time", { from: "2026-03-10T10:30:00.001Z" }, false],
    ["until its time, which is exclusive", { to: "2026-03-10T10:30:00.000Z" }, false],
  ])("%s", (_, filters, wanted) => {
    expect(matchesFilters(plate(1, 30), "ANPR_ACCESS_CONTROL", { status: "RECEIVED", ...filters })).toBe(wanted);
  });

  it("never matches another module", () => {
    expect(matchesFilters(plate(1, 30), "OSD", { status: "RECEIVED" })).toBe(false);
  });
});

describe("time ranges", () => {
  const now = new Date("2026-03-10T20:15:42.000Z");
  it.each([
    ["hour", "2026-03-10T19:15:00.000Z"],
    ["day", "2026-03-09T20:15:00.000Z"],
    ["today", "2026-03-10T18:30:00.000Z"],
    ["", undefined],
  ])("%s starts at the site's %s", (name, from) => {
    expect(toTimeRange(name, now, "Asia/Kolkata")).toEqual({ from, to: undefined });
  });
});
