import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { sql } from "kysely";
import { expect, it, onTestFinished, vi } from "vitest";
import { slowMachineMs } from "../../../start/launch.ts";
import { poll } from "../ingest-site.ts";
import { outageSite } from "./outage-site.ts";

vi.setConfig({ testTimeout: slowMachineMs, hookTimeout: slowMachineMs });

const maxSpoolBytes = 256 * 1_024;
const { site, postgres, relay, openings, isStored, hasSnapshot, outage } = await outageSite(maxSpoolBytes);
const gate = await site.plateGate(relay.port);
const plates = Array.from({ length: 2_000 }, (_, index) => `FULL${String(index).padStart(4, "0")}`);

/** Files of PostgreSQL can't grow beyond this: the size of a segment of its write-ahead log, which it must be able to write. */
const maxFileBytes = 16 * 1_048_576;

/** Sets the maximum file size of PostgreSQL's processes: the kernel refuses writes beyond it, like those to a full disk. */
function limitFiles(limit: string): void {
  for (const pid of postgres.pids()) {
    // Only their own account may do this.
    const { uid, gid } = statSync(`/proc/${pid}`);
    execFileSync("prlimit", ["--pid", String(pid), `--fsize=${limit}:`], { uid, gid });
  }
}

/** Makes the table of event keys and its index larger than the limit. */
async function fillTable(): Promise<void> {
  await sql`
    insert into event_keys (id, sender, "eventId", content, "reportedAt", "keyCamera", camera, "isSavedCamera", "receivedAt")
    select -n, 'filler', 'filler ' || n, repeat('x', 200), '-infinity', '', '', true, now()
    from generate_series(1, 70000) n`.execute(site.db);
}

it("HA-7 HA-3 a full disk of the database: pushes are acknowledged, known vehicles admitted, nothing lost; a full spool refuses", async () => {
  await site.db
    .insertInto("identifiers")
    .values(
      plates.map((iid) => ({ origin: "ADMIN", type: "LICENSE_PLATE", iid, iidNormalized: iid, vehicleType: "CAR" })),
    )
    .execute();
  await fillTable();
  await hasSnapshot();
  limitFiles(String(maxFileBytes));
  onTestFinished(() => limitFiles("unlimited"));

  const acknowledged: string[] = [];
  const errors: unknown[] = [];
  const next = plates.values();
  const pushNext = async () => {
    const plate = next.next().value ?? "";
    const response = await site.push(gate, site.plateEvent(plate));
    if (response.statusCode === 200) acknowledged.push(plate);
    else errors.push([response.statusCode, response.headers["retry-after"], response.json<{ code: string }>().code]);
  };
  // The last page of the table has room for a few events.
  while (outage.status().spooled === 0) await pushNext();
  for (let count = 0; count < 10; count += 1) await pushNext();
  expect(errors).toEqual([]);
  await poll(async () => expect(openings()).toBe(acknowledged.length));
  expect((await site.server.call("GET /gates")).status).toBe(200);

  while (errors.length === 0) await pushNext();
  expect(errors).toEqual([[503, "30", "ingest/spool-full"]]);

  limitFiles("unlimited");
  await isStored();
  const stored = await site.db
    .selectFrom("events")
    .select(["lp", "isGranted"])
    .where("lp", "like", "FULL%")
    .orderBy("id")
    .execute();
  expect(stored).toEqual(acknowledged.map((lp) => ({ lp, isGranted: true })));
  await poll(async () => expect(openings()).toBe(acknowledged.length));
  await pushNext();
  expect(errors).toHaveLength(1);
});
