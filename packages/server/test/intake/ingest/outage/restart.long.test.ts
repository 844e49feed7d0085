import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Readiness } from "@gatehouse/contract/readiness";
import pg from "pg";
import { expect, it, onTestFinished, vi } from "vitest";
import { fakeRelay } from "../../../gate/hardware/fake-relay.ts";
import { freezablePostgres } from "../../../start/frozen-postgres.ts";
import { addCamera, dataFolder, launch, signIn, slowMachineMs } from "../../../start/launch.ts";
import { poll } from "../ingest-site.ts";

vi.setConfig({ testTimeout: slowMachineMs, hookTimeout: slowMachineMs });

const postgres = await freezablePostgres();

const readiness = async (address: string) => (await (await fetch(`${address}/readyz`)).json()) as Readiness;

it("HA-1 HA-2 a server that is killed in an outage starts without the database, still admits, and loses nothing", async () => {
  const relay = await fakeRelay();
  onTestFinished(() => relay.close());
  const dataDir = dataFolder();
  const { host, port, user, database } = postgres.connection;
  const url = `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`;
  const env = { DATA_DIR: dataDir, DATABASE_URL: url, ADMIN_PASSWORD: "tulip-harbour-42" };
  const first = launch(env);
  const address = await first.ready;
  expect((await readiness(address)).outage, "before the first push").toMatchObject({ snapshotAt: expect.any(String) });
  const session = await signIn(address, "tulip-harbour-42", "quiet-lantern-7");
  const query = async (text: string, values: unknown[] = []) => {
    const client = new pg.Client(postgres.connection);
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  await query(`insert into module_activation values ('ANPR_ACCESS_CONTROL', true)
    on conflict (kind) do update set active = true`);
  await query(`insert into identifiers (origin, type, iid, "iidNormalized", "vehicleType")
    select 'ADMIN', 'LICENSE_PLATE', 'AWAY' || n, 'AWAY' || n, 'CAR' from generate_series(1, 9) n`);
  const device = await addCamera(session);
  const info = { type: "boom", ip: "127.0.0.1", port: relay.port, drv: "modbus-tcp", rel: 1, ser: "A" };
  await query(
    `with camera as (
       insert into cameras ("aiDeviceId", module, name) values ($1, 'ANPR_ACCESS_CONTROL', 'Camera') returning id
     ), barrier as (
       insert into boom_barriers (uid, name, "additionalInfo") values ('1', 'Boom', $2) returning id
     )
     insert into gates (name, type, "cameraId", "boomBarrierId") select 'Gate', 'N', camera.id, barrier.id
     from camera, barrier`,
    [device.id, JSON.stringify(info)],
  );
  const openings = () => relay.heard.filter((write) => write === "1 on").length;
  const push = async (at: string, plate: string) =>
    (
      await fetch(`${at}${device.path}`, {
        method: "POST",
        headers: { "x-gatehouse-secret": device.secret, "content-type": "application/json" },
        body: JSON.stringify({ type: "plate", id: `id ${plate}`, plate, at: new Date().toISOString() }),
      })
    ).status;
  expect(await push(address, "AWAY1")).toBe(200);
  await poll(async () => expect(openings()).toBe(1));
  const changedMs = Date.now();
  await poll(async () =>
    expect(Date.parse((await readiness(address)).outage?.snapshotAt ?? "")).toBeGreaterThan(changedMs),
  );
  // An orderly stop saves the snapshot with everything that was just created.
  first.child.kill("SIGTERM");
  await first.ended;
  expect(existsSync(join(dataDir, "snapshot", "1.db"))).toBe(true);

  await postgres.stop();
  const second = launch(env);
  const away = await second.ready;
  expect(await push(away, "AWAY2")).toBe(200);
  await poll(async () => expect(openings()).toBe(2));
  expect(await push(away, "UNKNOWN")).toBe(200);
  second.child.kill("SIGKILL");
  await second.ended;

  const third = launch(env);
  const again = await third.ready;
  // The retry of an event that the killed process has acknowledged.
  expect(await push(again, "AWAY2")).toBe(200);
  expect(await push(again, "AWAY3")).toBe(200);
  await poll(async () => expect(openings()).toBe(3));
  await postgres.start();
  await poll(async () => expect(await readiness(again)).toMatchObject({ status: "ready", outage: { spooled: 0 } }));
  await poll(async () =>
    expect(await query(`select lp, "isGranted" from events order by id`)).toEqual([
      { lp: "AWAY1", isGranted: true },
      { lp: "AWAY2", isGranted: true },
      { lp: "UNKNOWN", isGranted: false },
      { lp: "AWAY3", isGranted: true },
    ]),
  );
  expect(openings()).toBe(3);
});
