import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Arrival } from "../../src/live/ingest/arrival.ts";
import { openIngestQueue } from "../../src/live/ingest/ingest-queue.ts";
import { createPushDeadline } from "../../src/live/ingest/push-deadline.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { quietLog } from "../harness.ts";

const log = quietLog as unknown as Parameters<typeof openIngestQueue>[1];

/** Arrivals as far as a queue looks at them: it hands them on. */
const sentBy =
  (sender: string, timing: Arrival["timing"]) =>
  (...names: string[]) =>
    names.map(
      (eventId) => ({ sender, timing, key: { eventId }, deadline: createPushDeadline(systemClock) }) as Arrival,
    );
const arrivals = sentBy("device 1", "live");
const namesOf = (given: readonly Arrival[]) => given.map(({ key }) => key.eventId);
const numbered = (name: string, count: number) => arrivals(...Array.from({ length: count }, (_, at) => `${name}${at}`));

/** A store whose groups end when the test says so. */
function heldStore() {
  const groups: { names: string[]; end(): void; fail(): void }[] = [];
  const queue = openIngestQueue(
    (given) =>
      new Promise<void>((resolve, reject) => {
        groups.push({ names: namesOf(given), end: resolve, fail: () => reject(new Error("not stored")) });
      }),
    log,
  );
  /** Ends when the queue has nothing more to begin by itself: it gathers for a few turns. */
  const begun = async (count: number) => {
    while (groups.length < count) await turn();
    for (let turns = 0; turns < 20; turns += 1) await turn();
    return groups.map(({ names }) => names);
  };
  return { queue, groups, begun };
}

describe("the queue of arrivals", () => {
  it("ENG-5 stores what comes in one turn as two halves, side by side, in the order of arrival", async () => {
    const { queue, begun } = heldStore();
    for (const name of ["a", "b", "c", "d"]) void queue.add(arrivals(name));
    expect(await begun(2)).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
  });

  it("ENG-5 begins a third group only when one of two has ended", async () => {
    const { queue, groups, begun } = heldStore();
    for (const name of ["a", "b"]) void queue.add(arrivals(name));
    await begun(2);
    for (const name of ["c", "d", "e"]) void queue.add(arrivals(name));
    expect(await begun(2)).toHaveLength(2);
    groups[0]?.end();
    // Four are there, b among them: half of that goes now.
    expect(await begun(3)).toEqual([["a"], ["b"], ["c", "d"]]);
    groups[1]?.end();
    expect(await begun(4)).toEqual([["a"], ["b"], ["c", "d"], ["e"]]);
  });

  it("ENG-6 takes senders in turns: whoever sends much waits for itself", async () => {
    const { queue, groups, begun } = heldStore();
    void queue.add(arrivals("a"));
    await begun(1);
    void queue.add(arrivals("b"));
    await begun(2);
    for (const name of ["c", "d", "e", "f"]) void queue.add(arrivals(name));
    void queue.add(sentBy("device 2", "live")("other"));
    groups[0]?.end();
    expect((await begun(3))[2]).toEqual(["c", "other", "d"]);
  });

  it("ENG-4 ENG-6 lets what came late wait for news, with one lane at most", async () => {
    const { queue, groups, begun } = heldStore();
    const late = sentBy("device 2", "late");
    for (const name of ["late1", "late2", "late3", "late4"]) void queue.add(late(name));
    expect(await begun(1)).toEqual([["late1", "late2"]]);
    void queue.add(arrivals("news"));
    expect(await begun(2)).toEqual([["late1", "late2"], ["news"]]);
    void queue.add(arrivals("more news"));
    groups[0]?.end();
    expect((await begun(3))[2]).toEqual(["more news"]);
    groups[1]?.end();
    groups[2]?.end();
    expect((await begun(4))[3]).toEqual(["late3"]);
  });

  it("ENG-5 never splits what one call brought, and puts no more than 200 together", async () => {
    const { queue, groups, begun } = heldStore();
    void queue.add(numbered("a", 300));
    for (const name of ["b", "c", "d", "e", "f"]) void queue.add(numbered(name, 90));
    await begun(2);
    groups[1]?.end();
    await begun(3);
    groups[2]?.end();
    await begun(4);
    expect(groups.map(({ names }) => names.length)).toEqual([300, 180, 180, 90]);
  });

  it("ENG-5 a call ends when its own arrivals are stored and not before", async () => {
    const { queue, groups, begun } = heldStore();
    const ended: string[] = [];
    void queue.add(arrivals("a")).then(() => ended.push("a"));
    void queue.add(arrivals("b")).then(() => ended.push("b"));
    await begun(2);
    expect(ended).toEqual([]);
    groups[1]?.end();
    await turn();
    expect(ended).toEqual(["b"]);
  });

  it("a call that brings nothing ends at once and stores nothing", async () => {
    const { queue, groups, begun } = heldStore();
    await queue.add([]);
    await begun(0);
    expect(groups).toEqual([]);
  });

  it("INT-3 a call that cannot be stored fails alone: the others of its group are tried one by one", async () => {
    const { queue, groups, begun } = heldStore();
    const [first, second, third, fourth] = ["a", "b", "c", "d"].map((name) => queue.add(arrivals(name)));
    await begun(2);
    groups[0]?.fail();
    groups[1]?.end();
    expect(await begun(3)).toEqual([["a", "b"], ["c", "d"], ["a"]]);
    groups[2]?.fail();
    await expect(first).rejects.toThrow("not stored");
    expect((await begun(4)).at(-1)).toEqual(["b"]);
    groups[3]?.end();
    await expect(Promise.all([second, third, fourth])).resolves.toBeDefined();
  });

  it("SAFE-5 a call whose time is over leaves the queue and is not stored", async () => {
    const { queue, groups, begun } = heldStore();
    void queue.add(arrivals("a"));
    void queue.add(arrivals("b"));
    await begun(2);
    const deadline = createPushDeadline(systemClock, 1);
    const late = queue.add(arrivals("c").map((arrival) => ({ ...arrival, deadline })));
    const last = queue.add(arrivals("d"));
    await expect(deadline.within(late)).rejects.toMatchObject({ code: "server/unavailable" });
    groups[0]?.end();
    groups[1]?.end();
    expect(await begun(3)).toEqual([["a"], ["b"], ["d"]]);
    groups[2]?.end();
    await last;
  });

  it("ENG-5 is settled when everything has ended, also what still waits for its turn", async () => {
    const { queue, groups, begun } = heldStore();
    let isSettled = false;
    for (const name of ["a", "b"]) void queue.add(arrivals(name));
    await begun(2);
    void queue.add(arrivals("c"));
    const settled = queue.settled().then(() => {
      isSettled = true;
    });
    groups[0]?.end();
    groups[1]?.end();
    await begun(3);
    expect(isSettled).toBe(false);
    groups[2]?.end();
    await settled;
    await openIngestQueue(async () => {}, log).settled();
  });

  it("ENG-4 ENG-5 stores everything once, or tells its sender, however calls come and groups fail", async () => {
    const anyCall = fc.record({
      size: fc.integer({ min: 1, max: 120 }),
      turnsBefore: fc.integer({ min: 0, max: 3 }),
      isBroken: fc.boolean(),
    });
    const anyDelays = fc.infiniteStream(fc.integer({ min: 0, max: 6 }));
    await fc.assert(
      fc.asyncProperty(fc.array(anyCall, { maxLength: 30 }), anyDelays, async (calls, delays) => {
        const stored: string[] = [];
        let atOnce = 0;
        let mostAtOnce = 0;
        const queue = openIngestQueue(async (given) => {
          atOnce += 1;
          mostAtOnce = Math.max(mostAtOnce, atOnce);
          for (let left = delays.next().value ?? 0; left > 0; left -= 1) await turn();
          atOnce -= 1;
          // As a transaction: everything of a group or nothing.
          if (namesOf(given).some((name) => name.startsWith("broken"))) throw new Error("not stored");
          stored.push(...namesOf(given));
        }, log);
        const ends: Promise<string>[] = [];
        for (const [at, { size, turnsBefore, isBroken }] of calls.entries()) {
          for (let left = turnsBefore; left > 0; left -= 1) await turn();
          const call = queue.add(numbered(`${isBroken ? "broken" : "good"} ${at} `, size));
          ends.push(
            call.then(
              () => "stored",
              () => "refused",
            ),
          );
        }
        const told = await Promise.all(ends);
        await queue.settled();
        expect(told).toEqual(calls.map(({ isBroken }) => (isBroken ? "refused" : "stored")));
        const good = calls.flatMap(({ size, isBroken }, at) =>
          isBroken ? [] : namesOf(numbered(`good ${at} `, size)),
        );
        expect(stored.toSorted()).toEqual(good.toSorted());
        expect(mostAtOnce).toBeLessThanOrEqual(2);
      }),
      { numRuns: 100 },
    );
  });
});
