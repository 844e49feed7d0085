import type { Readiness } from "@gatehouse/contract/readiness";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { answerWithinMs } from "../../src/intake/ingest/push-deadline.ts";
import { fakeRelay } from "../gate/hardware/fake-relay.ts";
import { engineSite, poll } from "../intake/ingest/ingest-site.ts";
import { freezablePostgres } from "./frozen-postgres.ts";
import { slowMachineMs } from "./launch.ts";

vi.setConfig({ testTimeout: slowMachineMs, hookTimeout: slowMachineMs });

const postgres = await freezablePostgres();
const relay = await fakeRelay();
afterAll(() => relay.close());
const site = await engineSite(null, undefined, postgres.connection);
const { app } = site.server;
const gate = await site.plateGate(relay.port);

/** Suspends the database for the rest of the test, unless it is resumed earlier. */
function freeze(): void {
  postgres.freeze();
  onTestFinished(postgres.resume);
}

/** How much later than planned a busy machine may answer. A busy test machine must not fail what the limit itself keeps. */
const busyMachineMs = 3_000;

async function timed<T>(work: Promise<T>): Promise<{ result: T; ms: number }> {
  const began = performance.now();
  return { result: await work, ms: performance.now() - began };
}

const readiness = async () => {
  const response = await app.inject({ method: "GET", url: "/readyz" });
  return { status: response.statusCode, body: response.json() as Readiness };
};
const isReady = () => poll(async () => expect((await readiness()).status).toBe(200));

const openings = () => relay.heard.filter((write) => write === "1 on").length;

/** Checks that a new plate opens the gate. */
async function opensFor(plate: string): Promise<void> {
  const before = openings();
  await site.plate(plate);
  expect((await site.push(gate, site.plateEvent(plate))).statusCode).toBe(200);
  await poll(async () => expect(openings()).toBe(before + 1));
}

describe("while the database is frozen", () => {
  it("SAFE-5 a push is refused within 5 s; if stored later, it opens nothing and its repetition is recognized", async () => {
    await opensFor("BEFORE 1");
    await site.plate("FROZEN 1");
    const before = openings();
    const event = site.plateEvent("FROZEN1");
    freeze();
    const { result, ms } = await timed(site.push(gate, event));
    expect([result.statusCode, result.headers["retry-after"], result.json<{ code: string }>().code]).toEqual([
      503,
      "5",
      "server/unavailable",
    ]);
    expect(answerWithinMs).toBeLessThan(5_000);
    expect(ms).toBeLessThan(answerWithinMs + busyMachineMs);

    postgres.resume();
    await poll(async () => expect(await site.events("ac", { search: "FROZEN1" })).toMatchObject([{ timing: "late" }]));
    const again = await site.push(gate, event);
    expect(again.statusCode).toBe(200);
    expect(await site.events("ac", { search: "FROZEN1" })).toHaveLength(1);
    expect(openings()).toBe(before);
    await isReady();
    await opensFor("AFTER 1");
    expect(openings()).toBe(before + 1);
  });

  it("SAFE-5 pushes that wait in the queue or for their sender's lookup are refused too and open nothing", async () => {
    await opensFor("BEFORE 2");
    const plates = Array.from({ length: 8 }, (_, index) => `QUEUED${index}`);
    for (const plate of plates) await site.plate(plate);
    const before = openings();
    freeze();
    const pushes = plates.map((plate) => site.push(gate, site.plateEvent(plate)));
    const unknown = site.push({ id: 999_999, secret: "no such device" }, {});
    const { result, ms } = await timed(Promise.all([...pushes, unknown]));
    expect(new Set(result.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    expect(ms).toBeLessThan(answerWithinMs + busyMachineMs);
    postgres.resume();
    await isReady();
    await opensFor("AFTER 2");
    expect(openings()).toBe(before + 1);
    const stored = await site.events("ac", { search: "QUEUED" });
    expect(stored.filter(({ timing }) => timing !== "late")).toEqual([]);
  });

  it("SAFE-5 /healthz reports a live process; /readyz reports within 2 s that it is not ready and why", async () => {
    await isReady();
    freeze();
    await poll(async () => {
      const { result, ms } = await timed(readiness());
      expect(ms).toBeLessThan(2_000);
      expect(result).toMatchObject({
        status: 503,
        body: { status: "not ready", failing: [{ part: "database", detail: expect.any(String) }] },
      });
    });
    const alive = await timed(app.inject({ method: "GET", url: "/healthz" }));
    expect([alive.result.statusCode, alive.result.json()]).toEqual([200, { status: "ok" }]);
    expect(alive.ms).toBeLessThan(1_000);
    postgres.resume();
    await isReady();
  });
});
