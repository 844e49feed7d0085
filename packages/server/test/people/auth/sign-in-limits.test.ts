import { signInLimits } from "@gatehouse/contract/entities/auth/auth";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { isKnownAddress } from "../../../src/people/auth/known-addresses.ts";
import { createLoginThrottle, type LoginAttempt, waitMs } from "../../../src/people/auth/login-throttle.ts";
import { createClock, systemClock } from "../../../src/platform/clock.ts";
import { connectDatabase } from "../../../src/platform/database/database.ts";
import { createSteadyTime } from "../../../src/platform/database/steady-time.ts";
import { testDatabase } from "../../harness.ts";

const db = connectDatabase(await testDatabase());
afterAll(() => db.destroy());
beforeEach(async () => {
  await db.deleteFrom("login_buckets").execute();
});

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const home = "203.0.113.7";
const attemptOf = (values: Partial<LoginAttempt> = {}): LoginAttempt => ({
  username: "admin",
  address: home,
  isKnownAddress: false,
  browserId: undefined,
  ...values,
});

/** A throttle with a clock that the test sets. */
function throttleAt(time: { ms: number }) {
  const throttle = createLoginThrottle(db, { now: async () => time.ms });
  return (values?: Partial<LoginAttempt>) =>
    throttle.count(attemptOf(values)).then(
      () => true,
      () => false,
    );
}

/** The maximum number of these times within any 15 minutes. */
const mostInWindow = (moments: readonly number[]) =>
  Math.max(...moments.map((end) => moments.filter((at) => at <= end && at > end - 15 * minuteMs).length));

/** Simulates a guess every fifteen seconds; returns the times of those that would have been checked. */
async function checkedGuesses(minutes: number, guesses: (round: number) => Partial<LoginAttempt>[]): Promise<number[]> {
  const time = { ms: 0 };
  const tryOne = throttleAt(time);
  const checked: number[] = [];
  for (let round = 0; round < minutes * 4; round += 1) {
    for (const guess of guesses(round)) if (await tryOne(guess)) checked.push(time.ms);
    time.ms += 15 * secondMs;
  }
  return checked;
}

describe("the number of guesses checked in any 15 minutes", () => {
  it("AUTH-9 stays below 10 from one address, with or without known browsers", async () => {
    const checked = await checkedGuesses(40, (round) => [{}, { browserId: `browser-${round % 5}` }]);
    expect(mostInWindow(checked)).toBe(9);
  }, 60_000);

  it("AUTH-9 stays below 100 from all addresses, known and unknown, and all browsers", async () => {
    const checked = await checkedGuesses(32, (round) => [
      { address: `100.64.${round}.1` },
      { address: `100.65.${round}.1` },
      { address: `100.66.0.${round % (signInLimits.knownAddresses + 1)}`, isKnownAddress: true },
      { address: `100.67.${round}.1`, browserId: `browser-${round % 40}` },
    ]);
    expect(mostInWindow(checked)).toBeLessThan(100);
    expect(mostInWindow(checked)).toBeGreaterThan(80);
  }, 60_000);

  it("AUTH-9 has limits whose sums are below 10 and 100", () => {
    const { address, browsersAtAddress, unknown, knownAddresses, browsers } = signInLimits;
    expect(address + browsersAtAddress).toBeLessThan(10);
    expect(unknown + (knownAddresses + 1) * address + browsers).toBeLessThan(100);
  });

  it("AUTH-9 is counted across server processes and restarts", async () => {
    const processes = [0, 1, 2].map(() => createLoginThrottle(db, createSteadyTime(db, systemClock)));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => processes[index % 3]?.count(attemptOf())),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  });
});

it.each([
  [0, 0],
  [2, 0],
  [3, 5 * secondMs],
  [5, 120 * secondMs],
  [6, 15 * minuteMs],
  [40, 15 * minuteMs],
])("AUTH-9 after %i simultaneous failures waits %i ms", (failures, expected) => {
  const { address: limit, delaysSeconds } = signInLimits;
  expect(waitMs(Array<number>(failures).fill(1_000), 1_000, { limit, delaysSeconds })).toBe(expected);
});

describe("known addresses", () => {
  const now = new Date("2026-06-01T12:00:00Z");
  it("AUTH-9 are the latest six of the last 90 days, IPv6 by their /64", async () => {
    const { id } = await db
      .insertInto("users")
      .values({ username: "admin", passwordHash: "", passwordChanged: true, role: "administrator" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const add = (address: string, ago: number) =>
      db
        .insertInto("sessions")
        .values({
          id: crypto.randomUUID(),
          userId: id,
          createdAt: new Date(now.getTime() - ago),
          expiresAt: now,
          address,
          userAgent: "",
        })
        .execute();
    await add("2001:db8::1", dayMs);
    await add("203.0.113.1", 91 * dayMs);
    const known = (address: string) => isKnownAddress(db, id, address, now);
    expect([await known("2001:db8::2"), await known("203.0.113.1")]).toEqual([true, false]);
    for (let host = 1; host <= 6; host += 1) await add(`198.51.100.${host}`, host * secondMs);
    expect([await known("2001:db8::2"), await known("198.51.100.6")]).toEqual([false, true]);
  });
});

describe("steady time", () => {
  const playedClock = () => {
    const clock = { wallMs: Date.parse("2026-06-01T12:00:00Z"), passedMs: 0 };
    return {
      ...createClock(
        () => clock.wallMs,
        () => clock.passedMs,
      ),
      pass: (ms: number) => {
        clock.wallMs += ms;
        clock.passedMs += ms;
      },
      step: (ms: number) => {
        clock.wallMs += ms;
      },
    };
  };

  it.each([-365 * dayMs, -hourMs, hourMs, 365 * dayMs])(
    "SAFE-2 passes evenly when the clock steps by %i ms",
    async (step) => {
      const clock = playedClock();
      const time = createSteadyTime(db, clock);
      const before = await time.now();
      clock.step(step);
      clock.pass(minuteMs);
      expect((await time.now()) - before).toBeCloseTo(minuteMs, 0);
    },
  );

  it.each([
    ["goes on", 0, hourMs],
    ["never goes back", -365 * dayMs, 0],
    ["goes on by a day at most", 365 * dayMs, dayMs],
  ])("SAFE-2 %s across a restart during which the clock steps by %i ms", async (_, step, expected) => {
    const clock = playedClock();
    const first = createSteadyTime(db, clock);
    await first.now();
    clock.pass(10 * secondMs);
    const before = await first.now();
    clock.pass(hourMs);
    clock.step(step);
    expect((await createSteadyTime(db, clock).now()) - before).toBeCloseTo(expected, 0);
  });

  it("SAFE-2 is the same for two processes whose clocks differ by an hour", async () => {
    const clocks = [playedClock(), playedClock()] as const;
    clocks[1].step(hourMs);
    const times = clocks.map((clock) => createSteadyTime(db, clock));
    await Promise.all(times.map((time) => time.now()));
    for (const clock of clocks) clock.pass(minuteMs);
    const [one = 0, other = 0] = [await times[0]?.now(), await times[1]?.now(), await times[0]?.now()].slice(1);
    expect(Math.abs(one - other)).toBeLessThanOrEqual(secondMs);
  });
});
