import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { type Mutation, mutationsOf } from "../../../../drivers/test/plate-feeds/mutations.ts";
import { type Pushed, received } from "../../../../drivers/test/plate-feeds/received.ts";
import { samples } from "../../../../drivers/test/plate-feeds/samples.ts";
import { fakeRelay } from "../../gate/hardware/fake-relay.ts";
import { engineSite } from "./ingest-site.ts";

const relay = await fakeRelay();
afterAll(() => relay.close());
const site = await engineSite();
await site.configure("timeZone", "Asia/Kolkata");
await site.plate("MH01AB1234");
const sampleTime = new Date("2026-11-15T04:00:00.250Z").getTime();

/** Every payload may open the gate again, as if it were the first. */
async function forgetEverything(): Promise<void> {
  await site.db.deleteFrom("passages").execute();
  await site.db.deleteFrom("event_keys").execute();
  await site.db.deleteFrom("event_reports").execute();
}

const countOpens = async () =>
  (await site.db.selectFrom("commands").select("id").where("kind", "=", "open").execute()).length;

/** Whether the payload has the registered plate and a time that can be read. */
function isReadable({ pushed }: Mutation, format: string): boolean {
  const understood = received(pushed);
  return (
    understood.ok &&
    understood.detections.some(
      ({ at, ...read }) =>
        read.kind === "plate" &&
        /^mh ?01 ?ab ?1234$/i.test(read.plate) &&
        // Gatehouse JSON may omit its time if it has an id: see docs/devices.md.
        (at === null ? format === "Gatehouse JSON" : Math.abs(at.getTime() - sampleTime) < 31_000),
    )
  );
}

const push = ({ body, contentType = "", path = "", headers = {} }: Pushed, gate: { id: number; secret: string }) =>
  site.server.app.inject({
    method: "POST",
    url: `/api/ingest/${gate.id}${path}`,
    headers: { ...headers, "x-gatehouse-secret": gate.secret, "content-type": contentType },
    payload: Buffer.from(body),
  });

// Created before the clock is set to the time of the samples, which ends the session.
const cases: [format: string, sample: Pushed, gate: { id: number; secret: string }][] = [];
for (const [format, sample] of samples) {
  const understood = received(sample);
  const source = understood.ok ? understood.detections[0]?.source : undefined;
  cases.push([format, sample, await site.plateGate(relay.port, {}, source ? { anprCameraId: source } : {})]);
}

// The long run tries more.
const numRuns = process.env.TEST_RUN === "long" ? 15 : 5;

describe("a mutated payload that is pushed to the server", () => {
  it.each(cases)(
    "FEED-5 of %s never causes an error, or an opening without a readable plate and time",
    async (format, sample, gate) => {
      site.server.clock.step(sampleTime + 1_000 - site.server.clock.now().getTime());
      await forgetEverything();
      let openings = await countOpens();
      expect((await push(sample, gate)).statusCode).toBe(200);
      expect(await countOpens(), "the sample itself opens the gate").toBe(openings + 1);
      openings += 1;
      await fc.assert(
        fc.asyncProperty(mutationsOf(sample), async (mutation) => {
          await forgetEverything();
          expect([200, 400]).toContain((await push(mutation.pushed, gate)).statusCode);
          const before = openings;
          openings = await countOpens();
          expect(openings > before && !isReadable(mutation, format)).toBe(false);
        }),
        { numRuns },
      );
    },
  );
});
