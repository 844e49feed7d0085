import type { StationCard } from "@gatehouse/contract/entities/station";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  chooseCard,
  findAtBarrier,
  findReadBehind,
  findShown,
  type StationCards,
} from "../../../src/record/station/shown-card.ts";
import { toAwayText } from "../../../src/record/station/station-event.ts";

const none = { held: undefined, chosen: undefined };

const card = (id: number, over: Partial<StationCard> = {}): StationCard => ({
  event: {
    module: "ANPR_ACCESS_CONTROL",
    id,
    lp: `PLATE${id}`,
    lpRaw: `PLATE${id}`,
    status: "RECEIVED",
    timing: "live",
    dateTime: "2026-05-01T10:00:00Z",
    receivedAt: "2026-05-01T10:00:00Z",
    sourceName: "Entry camera",
    direction: "N",
    gate: { id: 1, name: "Main entry" },
    isGranted: false,
    reason: "Plate not registered",
    barrierFailure: null,
    letIn: null,
    shadow: null,
    sightings: 1,
    vehicleType: null,
    confidence: null,
    images: { fullImage: null, lpImage: null },
  },
  nearestFix: null,
  vehicle: null,
  candidates: [],
  correction: null,
  opening: null,
  handling: null,
  closing: null,
  denial: null,
  away: "newer",
  alsoRead: [],
  confusions: [],
  ...over,
});
const cards = (over: Partial<StationCards>): StationCards => ({ waiting: [], left: [], earlier: [], ...over });
const before = cards({ waiting: [card(2, { away: null })], left: [card(1)] });
const after = cards({ waiting: [card(3, { away: null })], left: [card(2), card(1)] });
const idOf = (shown: StationCard | undefined) => shown?.event.id;

describe("the card on which keys act", () => {
  it("OPS-3 is that of the vehicle at the barrier, also if it needs no guard", () => {
    expect(idOf(findShown(before, none))).toBe(2);
    expect(idOf(findShown(cards({ left: [card(1)], earlier: [card(2, { away: null })] }), none))).toBe(2);
    expect(idOf(findShown(cards({ waiting: [card(2, { away: null }), card(3, { away: "behind" })] }), none))).toBe(2);
  });

  it("OPS-3 is that of the newest vehicle if none is at the barrier", () => {
    expect(idOf(findShown(cards({ left: [card(2), card(1)], earlier: [card(3)] }), none))).toBe(3);
    expect(findShown(cards({}), none)).toBeUndefined();
  });

  it("OPS-3 is the one that the guard chose, until another vehicle is at the barrier or it was let in", () => {
    const chosen = chooseCard(before, 1);
    expect(idOf(findShown(before, { held: undefined, chosen }))).toBe(1);
    expect(idOf(findShown(after, { held: undefined, chosen }))).toBe(3);
    const letIn = { ...before, left: [], earlier: [card(1, { closing: "opened" })] };
    expect(idOf(findShown(letIn, { held: undefined, chosen }))).toBe(2);
    const gone = { ...before, waiting: [], left: [card(2), card(1)] };
    expect(idOf(findShown(gone, { held: undefined, chosen }))).toBe(1);
  });

  it("OPS-3 is that of the open dialog, even if the station does not list it any more", () => {
    expect(idOf(findShown(after, { held: card(1), chosen: undefined }))).toBe(1);
    expect(idOf(findShown(cards({ waiting: [card(3, { away: null })] }), { held: card(1), chosen: undefined }))).toBe(
      1,
    );
  });

  it("OPS-3 is never another one than that at the barrier, whatever a guard chose before that came", () => {
    const someIds = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(someIds, fc.nat(), fc.boolean(), (ids, pick, isEarlier) => {
        const all = ids.map((id) => card(id));
        const listed = isEarlier ? cards({ earlier: all }) : cards({ left: all });
        const chosen = chooseCard(listed, ids[pick % ids.length] ?? 0);
        const arrived = { ...listed, waiting: [card(99, { away: null })] };
        const shown = findShown(arrived, { held: undefined, chosen });
        return shown === findAtBarrier(arrived) && idOf(shown) === 99;
      }),
    );
  });
});

describe("the vehicle behind that of an open dialog", () => {
  it("OPS-3 is the newest one that was read there since the dialog was opened", () => {
    const listed = cards({ waiting: [card(1, { away: null }), card(2, { away: "behind" })] });
    const held = { card: card(1, { away: null }), before: listed };
    expect(findReadBehind(listed, held)).toBeUndefined();
    const earlier = [card(4, { away: "behind" }), card(5, { away: "passage" })];
    const read = cards({ waiting: [...listed.waiting, card(3, { away: "behind" })], earlier });
    expect(idOf(findReadBehind(read, held))).toBe(4);
  });
});

describe("why a vehicle may not be at the barrier", () => {
  it.each([
    ["newer", "Another vehicle was read since: PLATE 2"],
    ["behind", "Another vehicle is in front of it: PLATE 2"],
    ["passage", "A vehicle has passed since"],
    ["loop", "The loop was free since"],
    ["old", "Nothing was read for a long time"],
  ] as const)("OPS-3 names the vehicle at the barrier only where it is the reason: %s", (away, text) => {
    expect(toAwayText(card(1, { away }), card(2))).toBe(text);
  });
});
