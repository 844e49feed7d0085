import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { openReplica } from "../../../../src/intake/ingest/outage/replica.ts";
import { createLog } from "../../../../src/platform/log.ts";
import { openSpool } from "../../../../src/platform/spool/spool.ts";
import { createSharedParts, withOutage } from "../../../../src/shared-parts.ts";
import { fakeRelay } from "../../../gate/hardware/fake-relay.ts";
import { freezablePostgres } from "../../../start/frozen-postgres.ts";
import { engineSite, poll } from "../ingest-site.ts";

/** The real server with a spool, on a PostgreSQL that can be frozen and stopped. Call it at the file's top level. */
export async function outageSite(maxSpoolBytes = 64 * 1_048_576) {
  const postgres = await freezablePostgres();
  const relay = await fakeRelay();
  afterAll(() => relay.close());
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-outage-"));
  const spool = await openSpool(folder, createLog("silent"), maxSpoolBytes);
  const replica = await openReplica(join(folder, "snapshot"), spool.number);
  const site = await engineSite(
    null,
    (services) => withOutage(services, createSharedParts(services), { spool, replica }),
    postgres.connection,
    { isProbed: true },
  );
  const { outage } = site.parts;
  if (!outage) throw new Error("the server has no spool");
  const job = outage.start();
  afterAll(async () => {
    await job.stop();
    await spool.close();
    await replica.close();
    await rm(folder, { recursive: true, force: true });
  });
  const { health } = site.server.services;
  return {
    site,
    postgres,
    relay,
    outage,
    spool,
    /** The number of pulses that the barrier got. */
    openings: () => relay.heard.filter((write) => write === "1 on").length,
    isDown: () => poll(async () => expect(health.isUp()).toBe(false)),
    /** Waits until the database is back and everything is stored. */
    isStored: () =>
      poll(async () => {
        expect(health.isUp()).toBe(true);
        expect(outage.isActive()).toBe(false);
      }),
    /** Waits until the snapshot includes everything that was changed before. */
    hasSnapshot: async () => {
      await site.settle();
      const changedAt = site.server.clock.now();
      await poll(async () => expect(Date.parse(outage.status().snapshotAt ?? "")).toBeGreaterThan(changedAt.getTime()));
    },
  };
}
