import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createIngestQueue } from "../../../src/intake/ingest/ingest-queue.ts";
import { createPushDeadline } from "../../../src/intake/ingest/push-deadline.ts";
import type { QueuedEvent } from "../../../src/intake/ingest/queued-event.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { quietLog } from "../../harness.ts";

const log = quietLog as unknown as Parameters<typeof createIngestQueue>[1];

/** Events with the properties that the queue reads. */
const sentBy =
  (sender: string, timing: QueuedEvent["timing"]) =>
  (...names: string[]) =>
    names.map(
      (eventId) => ({ sender, timing, key: { eventId }, deadline: createPushDeadline(systemClock) }) as QueuedEvent,
    );
const liveEvents = sentBy("device 1", "live");
const namesOf = (events: readonly QueuedEvent[]) => events.map(({ key }) => key.eventId);
const numbered = (name: string, count: number) =>
  liveEvents(...Array.from({ length: count }, (_, index) => `${name}${index}`));

/** A store whose batches end when the test ends them. */
function controlledStore() {
  const batches: { names: string[]; end(): void; fail(): void }[] = [];
  const queue = createIngestQueue(
    (events) =>
      new Promise<void>((resolve, reject) => {
        batches.push({ names: namesOf(events), end: resolve, fail: () => reject(new Error("not stored")) });
      }),
    log,
  );
  /** Waits for this many batches, and a few turns more in case the queue starts another. */
  const started = async (count: number) => {
    while (batches.length < count) await turn();
    for (let turns = 0; turns < 20; turns += 1) await turn();
    return batches.map(({ names }) => names);
  };
  return { queue, batches, started };
}

describe("the ingest queue", () => {
  it("ENG-5 stores the events of one turn in two concurrent batches, in the order of arrival", async () => {
    const { queue, started } = controlledStore();
    for (const name of ["a", "b", "c", "d"]) void queue.add(liveEvents(name));
    expect(await started(2)).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
  });

  it("ENG-5 starts a third batch only when one of two has ended", async () => {
    const { queue, batches, started } = controlledStore();
    for (const name of ["a", "b"]) void queue.add(liveEvents(name));
    await started(2);
    for (const name of ["c", "d", "e"]) void queue.add(liveEvents(name));
    expect(await started(2)).toHaveLength(2);
    batches[0]?.end();
    // Four events remain, including b, which is being stored; half of them form the batch.
    expect(await started(3)).toEqual([["a"], ["b"], ["c", "d"]]);
    batches[1]?.end();
    expect(await started(4)).toEqual([["a"], ["b"], ["c", "d"], ["e"]]);
  });

  it("ENG-6 interleaves senders, so a busy sender delays only itself", async () => {
    const { queue, batches, started } = controlledStore();
    void queue.add(liveEvents("a"));
    await started(1);
    void queue.add(liveEvents("b"));
    await started(2);
    for (const name of ["c", "d", "e", "f"]) void queue.add(liveEvents(name));
    void queue.add(sentBy("device 2", "live")("other"));
    batches[0]?.end();
    expect((await started(3))[2]).toEqual(["c", "other", "d"]);
  });

  it("ENG-4 ENG-6 stores live events before late ones, which use one batch at a time", async () => {
    const { queue, batches, started } = controlledStore();
    const late = sentBy("device 2", "late");
    for (const name of ["late1", "late2", "late3", "late4"]) void queue.add(late(name));
    expect(await started(1)).toEqual([["late1", "late2"]]);
    void queue.add(liveEvents("live1"));
    expect(await started(2)).toEqual([["late1", "late2"], ["live1"]]);
    void queue.add(liveEvents("live2"));
    batches[0]?.end();
    expect((await started(3))[2]).toEqual(["live2"]);
    batches[1]?.end();
    batches[2]?.end();
    expect((await started(4))[3]).toEqual(["late3"]);
  });

  it("ENG-5 PERF-5 stores serial events in one batch at a time, beside one of other events", async () => {
    const { queue, batches, started } = controlledStore();
    for (const name of ["a", "b", "c"]) void queue.add(liveEvents(name), true);
    expect(await started(1)).toEqual([["a", "b", "c"]]);
    for (const name of ["d", "e"]) void queue.add(liveEvents(name), true);
    void queue.add(liveEvents("other"));
    expect(await started(2)).toEqual([["a", "b", "c"], ["other"]]);
    batches[0]?.end();
    expect(await started(3)).toEqual([["a", "b", "c"], ["other"], ["d", "e"]]);
  });

  it("ENG-5 never splits a push, and combines at most 200 events", async () => {
    const { queue, batches, started } = controlledStore();
    void queue.add(numbered("a", 300));
    for (const name of ["b", "c", "d", "e", "f"]) void queue.add(numbered(name, 90));
    await started(2);
    batches[1]?.end();
    await started(3);
    batches[2]?.end();
    await started(4);
    expect(batches.map(({ names }) => names.length)).toEqual([300, 180, 180, 90]);
  });

  it("ENG-5 a push resolves when its own events are stored, and not before", async () => {
    const { queue, batches, started } = controlledStore();
    const ended: string[] = [];
    void queue.add(liveEvents("a")).then(() => ended.push("a"));
    void queue.add(liveEvents("b")).then(() => ended.push("b"));
    await started(2);
    expect(ended).toEqual([]);
    batches[1]?.end();
    await turn();
    expect(ended).toEqual(["b"]);
  });

  it("a push without events resolves at once and stores nothing", async () => {
    const { queue, batches, started } = controlledStore();
    await queue.add([]);
    await started(0);
    expect(batches).toEqual([]);
  });

  it("INT-3 a push that cannot be stored fails alone: the others of its batch are retried one by one", async () => {
    const { queue, batches, started } = controlledStore();
    const [first, second, third, fourth] = ["a", "b", "c", "d"].map((name) => queue.add(liveEvents(name)));
    await started(2);
    batches[0]?.fail();
    batches[1]?.end();
    expect(await started(3)).toEqual([["a", "b"], ["c", "d"], ["a"]]);
    batches[2]?.fail();
    await expect(first).rejects.toThrow("not stored");
    expect((await started(4)).at(-1)).toEqual(["b"]);
    batches[3]?.end();
    await expect(Promise.all([second, third, fourth])).resolves.toBeDefined();
  });

  it("SAFE-5 a push whose deadline is over leaves the queue and is not stored", async () => {
    const { queue, batches, started } = controlledStore();
    void queue.add(liveEvents("a"));
    void queue.add(liveEvents("b"));
    await started(2);
    const deadline = createPushDeadline(systemClock, 1);
    const late = queue.add(liveEvents("c").map((event) => ({ ...event, deadline })));
    const last = queue.add(liveEvents("d"));
    await expect(deadline.within(late)).rejects.toMatchObject({ code: "server/unavailable" });
    batches[0]?.end();
    batches[1]?.end();
    expect(await started(3)).toEqual([["a"], ["b"], ["d"]]);
    batches[2]?.end();
    await last;
  });

  it("ENG-5 is settled when every push has ended, including queued ones", async () => {
    const { queue, batches, started } = controlledStore();
    let isSettled = false;
    for (const name of ["a", "b"]) void queue.add(liveEvents(name));
    await started(2);
    void queue.add(liveEvents("c"));
    const settled = queue.settled().then(() => {
      isSettled = true;
    });
    batches[0]?.end();
    batches[1]?.end();
    await started(3);
    expect(isSettled).toBe(false);
    batches[2]?.end();
    await settled;
    await createIngestQueue(async () => {}, log).settled();
  });

  it("ENG-4 ENG-5 stores each push once or rejects it, for any timing of pushes and any failed batches", async () => {
    const anyCall = fc.record({
      size: fc.integer({ min: 1, max: 120 }),
      turnsBefore: fc.integer({ min: 0, max: 3 }),
      isBroken: fc.boolean(),
    });
    const anyDelays = fc.infiniteStream(fc.integer({ min: 0, max: 6 }));
    await fc.assert(
      fc.asyncProperty(fc.array(anyCall, { maxLength: 30 }), anyDelays, async (calls, delays) => {
        const stored: string[] = [];
        let concurrent = 0;
        let maxConcurrent = 0;
        const queue = createIngestQueue(async (events) => {
          concurrent += 1;
          maxConcurrent = Math.max(maxConcurrent, concurrent);
          for (let left = delays.next().value ?? 0; left > 0; left -= 1) await turn();
          concurrent -= 1;
          // Like a transaction, stores the whole batch or nothing.
          if (namesOf(events).some((name) => name.startsWith("broken"))) throw new Error("not stored");
          stored.push(...namesOf(events));
        }, log);
        const ends: Promise<string>[] = [];
        for (const [index, { size, turnsBefore, isBroken }] of calls.entries()) {
          for (let left = turnsBefore; left > 0; left -= 1) await turn();
          const call = queue.add(numbered(`${isBroken ? "broken" : "good"} ${index} `, size));
          ends.push(
            call.then(
              () => "stored",
              () => "refused",
            ),
          );
        }
        const results = await Promise.all(ends);
        await queue.settled();
        expect(results).toEqual(calls.map(({ isBroken }) => (isBroken ? "refused" : "stored")));
        const good = calls.flatMap(({ size, isBroken }, index) =>
          isBroken ? [] : namesOf(numbered(`good ${index} `, size)),
        );
        expect(stored.toSorted()).toEqual(good.toSorted());
        expect(maxConcurrent).toBeLessThanOrEqual(2);
      }),
      { numRuns: 100 },
    );
  });
});
