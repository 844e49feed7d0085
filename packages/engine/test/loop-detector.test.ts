import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addReading,
  type DetectorState,
  type LoopReading,
  maxReadingGapMs,
  unknownLoop,
} from "../src/loop-detector/loop-detector.ts";

const times = { minOccupiedMs: 100, minFreeMs: 250, stuckAfterMs: 600_000 };

function run(readings: readonly LoopReading[], start: DetectorState = unknownLoop) {
  let state = start;
  let vehicles = 0;
  for (const reading of readings) {
    const next = addReading(state, reading, times);
    state = next.state;
    if (next.isNewVehicle) vehicles += 1;
  }
  return { state, vehicles };
}

type Phase = readonly [isOccupied: boolean, ms: number];

/** Reads a loop that goes through the given phases; `gapsMs` are the times between readings, repeated. */
function readingsOf(phases: readonly Phase[], gapsMs: readonly number[] = [50]): LoopReading[] {
  const readings: LoopReading[] = [];
  let atMs = 0;
  let startMs = 0;
  for (const [isOccupied, ms] of phases) {
    for (; atMs < startMs + ms; atMs += gapsMs[readings.length % gapsMs.length] ?? 50)
      readings.push({ atMs, isOccupied });
    startMs += ms;
  }
  return readings;
}

describe("a vehicle on a loop", () => {
  it("LIVE-3 counts once, as soon as the loop has been occupied for the minimum time", () => {
    const readings = readingsOf([
      [false, 500],
      [true, 150],
    ]);
    expect(run(readings.slice(0, -1)).vehicles).toBe(0);
    expect(run(readings).vehicles).toBe(1);
    expect(
      run(
        readingsOf([
          [false, 500],
          [true, 60_000],
          [false, 500],
        ]),
      ).vehicles,
    ).toBe(1);
  });

  it("LIVE-3 is not counted when the loop is occupied from the first reading, and the next one is", () => {
    const first: Phase[] = [
      [true, 1_000],
      [false, 500],
    ];
    expect(run(readingsOf(first)).vehicles).toBe(0);
    expect(run(readingsOf([...first, [true, 500]])).vehicles).toBe(1);
  });

  it("LIVE-3 with a trailer counts once when the gap is shorter than the minimum", () => {
    expect(
      run(
        readingsOf([
          [false, 500],
          [true, 400],
          [false, 200],
          [true, 400],
        ]),
      ).vehicles,
    ).toBe(1);
  });

  it("LIVE-3 that arrives while the board is not read counts once; one that stays does not count again", () => {
    const free = run(readingsOf([[false, 500]])).state;
    const later = (isOccupied: boolean, fromMs: number) =>
      [0, 50, 100, 150].map((ms) => ({ atMs: fromMs + ms, isOccupied }));
    const arrived = run(later(true, 60_000), free);
    expect(arrived.vehicles).toBe(1);
    expect(run(later(true, 120_000), arrived.state).vehicles).toBe(0);
  });

  // Readings are up to 120 ms apart, so a longer occupation is seen at least once.
  const bounces = fc.array(fc.tuple(fc.integer({ min: 1, max: 249 }), fc.integer({ min: 121, max: 2_000 })), {
    maxLength: 20,
  });
  const gaps = fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 20 });

  it("LIVE-3 bounces never count twice, with any polling jitter", () => {
    fc.assert(
      fc.property(bounces, gaps, (dropouts, gapsMs) => {
        const passage: Phase[] = [
          // Long enough that readings see the minimum, even if the first and the last are 120 ms off.
          [true, 340],
          ...dropouts.flatMap(([off, on]): Phase[] => [
            [false, off],
            [true, on],
          ]),
        ];
        const { vehicles, state } = run(readingsOf([[false, 1_000], ...passage, [false, 1_000]], gapsMs));
        expect(vehicles).toBe(1);
        expect(state.isOccupied).toBe(false);
      }),
    );
  });

  it("LIVE-3 pulses shorter than the minimum never count, with any polling jitter", () => {
    const spikes = fc.array(fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 2_000 })));
    fc.assert(
      fc.property(spikes, gaps, (pulses, gapsMs) => {
        const phases = pulses.flatMap(([on, off]): Phase[] => [
          [true, on],
          // At least one reading sees each free phase.
          [false, off + 120],
        ]);
        expect(run(readingsOf([[false, 1_000], ...phases], gapsMs)).vehicles).toBe(0);
      }),
    );
  });

  it("LIVE-3 every vehicle of a queue counts once, with any polling jitter", () => {
    const cars = fc.array(fc.tuple(fc.integer({ min: 340, max: 5_000 }), fc.integer({ min: 490, max: 5_000 })));
    fc.assert(
      fc.property(cars, gaps, (queue, gapsMs) => {
        const phases = queue.flatMap(([on, off]): Phase[] => [
          [true, on],
          [false, off],
        ]);
        expect(run(readingsOf([[false, 1_000], ...phases], gapsMs)).vehicles).toBe(queue.length);
      }),
    );
  });

  it("LIVE-3 any readings count at most as many vehicles as the loop became occupied", () => {
    const readings = fc.array(fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.boolean())).map((steps) => {
      let atMs = 0;
      return steps.map(([gapMs, isOccupied]): LoopReading => {
        atMs += gapMs;
        return { atMs, isOccupied };
      });
    });
    fc.assert(
      fc.property(readings, (all) => {
        const edges = all.filter(({ isOccupied }, n) => isOccupied && all[n - 1]?.isOccupied === false).length;
        expect(run(all).vehicles).toBeLessThanOrEqual(edges);
      }),
    );
  });
});

describe("a permanently occupied loop", () => {
  const afterMs = (ms: number, before: readonly Phase[] = [[false, 500]]) => run(readingsOf([...before, [true, ms]]));

  it("LIVE-3 is stuck after the configured time, also if it was occupied from the first reading", () => {
    expect(afterMs(600_000).state.isStuck).toBe(false);
    expect(afterMs(600_100).state.isStuck).toBe(true);
    expect(afterMs(600_100, []).state.isStuck).toBe(true);
  });

  it("LIVE-3 stays stuck through bounces and missing readings until it is free, and then counts again", () => {
    const stuck = afterMs(600_100).state;
    const later = 700_000;
    const bounced = run(
      [
        { atMs: later, isOccupied: true },
        { atMs: later + 50, isOccupied: false },
        { atMs: later + 100, isOccupied: true },
      ],
      stuck,
    ).state;
    expect(bounced.isStuck).toBe(true);
    const free = run(
      [200, 300, 400, 500].map((ms) => ({ atMs: later + ms, isOccupied: false })),
      bounced,
    ).state;
    expect(free).toMatchObject({ isStuck: false, isOccupied: false });
    expect(
      run(
        [600, 650, 700].map((ms) => ({ atMs: later + ms, isOccupied: true })),
        free,
      ).vehicles,
    ).toBe(1);
  });

  it("LIVE-3 time without readings does not count as occupied", () => {
    const occupied = afterMs(1_000).state;
    const atMs = 1_500 + maxReadingGapMs + 600_000;
    const resumed = run([{ atMs, isOccupied: true }], occupied).state;
    expect(resumed.isStuck).toBe(false);
    const readings = readingsOf([[true, 600_100]]).map((reading) => ({ ...reading, atMs: reading.atMs + atMs }));
    expect(run(readings, resumed).state.isStuck).toBe(true);
  });
});
