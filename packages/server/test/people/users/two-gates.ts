import type { GateKind } from "@gatehouse/contract/gate-scope";
import { boardId } from "@gatehouse/contract/hardware-status";
import { raiseAlert } from "../../../src/alert/alert.store.ts";
import { moveVariables } from "../../../src/intake/variable-movements.ts";
import { samples } from "../../gate/site/samples.ts";
import type { engineSite } from "../../intake/ingest/ingest-site.ts";

type Site = Awaited<ReturnType<typeof engineSite>>;

/** A gate with a record of every kind that can belong to it. */
export interface FullGate {
  /** In the name of each record. */
  readonly mark: string;
  /** In the address of each device. */
  readonly host: string;
  readonly gateId: number;
  /** The id of the record of each kind. */
  readonly ids: Readonly<Record<GateKind, number>>;
  readonly sender: { id: number; secret: string };
  readonly multimediaId: number;
}

/** Creates a gate with a record of every kind; all of their names contain the mark. */
export async function createFullGate(site: Site, mark: string, host: string): Promise<FullGate> {
  const { db } = site;
  const { create } = site;
  const sender = await site.device("ANPR_ACCESS_CONTROL", { label: `${mark} device`, ip: host, dashboardPort: 1 });
  const lane = await create("POST /lanes", samples.lane({ name: `${mark} lane` }));
  const tvm = await create("POST /ac/tvms", samples.tvm({ name: `${mark} machine`, code: `${mark} code` }));
  const camera = await site.camera(sender.id, "ANPR_ACCESS_CONTROL", {
    name: `${mark} camera`,
    laneId: lane.id,
    tvmId: tvm.id,
    mediaServerFrameUrl: `http://${host}:1/frame`,
  });
  const relay = (relayNumber: number) => ({ ip: host, port: 1, drv: "modbus-tcp", rel: relayNumber });
  const barrier = await create(
    "POST /boom-barriers",
    samples.boomBarrier({ name: `${mark} barrier`, additionalInfo: { ...relay(1), ser: "A1" } }),
  );
  const buzzer = await create(
    "POST /buzzers",
    samples.buzzer({ name: `${mark} buzzer`, additionalInfo: { ...relay(2), ser: 1, tmr: 2 } }),
  );
  const reader = await create(
    "POST /sensors",
    samples.reader({
      name: `${mark} reader`,
      actuatorId: barrier.id,
      additionalInfo: { ip: host, drv: "llrp", gtp: "N" },
    }),
  );
  const sign = await create("POST /displays/grid", samples.grid({ name: `${mark} sign` }, { ip: host, port: 1 }));
  const lamp = await create(
    "POST /displays/binary",
    samples.binary({ name: `${mark} lamp`, scope: "ac", additionalInfo: { ...relay(3), tmr: 1 } }),
  );
  const screen = await db
    .insertInto("displays")
    .values({ uid: `${mark}-screen`, name: `${mark} screen`, type: "multimedia", scope: "epld", templateId: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const gate = await create(
    "POST /gates",
    samples.gate({
      name: `${mark} gate`,
      cameraId: camera.id,
      sensorId: reader.id,
      boomBarrierId: barrier.id,
      buzzerId: buzzer.id,
      displayIds: [sign.id, lamp.id, screen.id],
    }),
  );
  const controller = await db
    .insertInto("slot_controllers")
    .values({
      aiDeviceId: sender.id,
      uid: mark,
      name: `${mark} controller`,
      additionalInfo: '{"slots":1,"adr":"00:11:22:33:44:55"}',
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const variableId = await addVariable(site, mark, reader.id);
  const accessIds = await addAccess(site, mark, gate.id);
  const ids = {
    ...accessIds,
    addresses: 0,
    ai_devices: sender.id,
    boards: 0,
    boom_barriers: barrier.id,
    buzzers: buzzer.id,
    cameras: camera.id,
    displays: lamp.id,
    gates: gate.id,
    lanes: lane.id,
    sensors: reader.id,
    slot_controllers: controller.id,
    tvms: tvm.id,
    variables: variableId,
  };
  const made = { mark, host, gateId: gate.id, ids, sender, multimediaId: screen.id };
  await addStates(site, made, sign.id);
  await site.settle();
  return made;
}

/** An area with a vehicle inside, a rule, a pass and an override that is over. */
async function addAccess({ db, create }: Site, mark: string, gateId: number) {
  const area = await create("POST /access/areas", { name: `${mark} area` });
  await db.updateTable("gates").set({ toAreaId: area.id }).where("id", "=", gateId).execute();
  const rule = { name: `${mark} rule`, effect: "allow", gateIds: [gateId], mode: "off" };
  const period = { validFrom: "2026-01-01T00:00:00Z", validTo: "2026-01-02T00:00:00Z" };
  const past = { since: new Date("2026-01-01T00:00:00Z"), until: new Date("2026-01-01T01:00:00Z") };
  const override = await db
    .insertInto("access_overrides")
    .values({ kind: "lockdown", gateId, reason: `${mark} reason`, by: "admin", ...past })
    .returning("id")
    .executeTakeFirstOrThrow();
  await create("POST /access/presence", { vehicle: `${mark}INSIDE`, areaId: area.id });
  return {
    access_areas: area.id,
    access_overrides: override.id,
    access_passes: (
      await create("POST /access/passes", { lp: `${mark}VISIT`, name: `${mark} visitor`, gateIds: [gateId], ...period })
    ).id,
    access_rules: (await create("POST /access/rules", rule)).id,
  };
}

async function addVariable({ db }: Site, mark: string, sourceSensorId: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto("variables")
      .values({
        name: `${mark} variable`,
        scope: "rfid-ac",
        type: "base",
        sourceSensorId,
        displayName: mark,
        maxValue: 9,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await tx.insertInto("variable_weights").values({ movedId: id, variableId: id, weight: 1 }).execute();
    await moveVariables(tx, [
      { kind: "correction", variableId: id, delta: 1, at: new Date(), by: "admin", reason: `${mark} reason` },
    ]);
    const equation = await tx
      .insertInto("variables")
      .values({ name: `${mark} sum`, scope: "rfid-ac", type: "dynamic" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("variable_terms")
      .values({ equationOf: equation.id, position: 0, variableId: id, sign: 1 })
      .execute();
    await tx.insertInto("variable_weights").values({ movedId: id, variableId: equation.id, weight: 1 }).execute();
    return id;
  });
}

async function addStates({ db }: Site, { mark, host, ids }: FullGate, signId: number): Promise<void> {
  const since = new Date();
  const board = boardId({ host, port: 1 });
  const rows = [
    { kind: "board", id: board, name: `Relay board ${board}` },
    { kind: "sign", id: String(signId), name: `${mark} sign` },
  ];
  await db
    .insertInto("hardware_status")
    .values(rows.map((row) => ({ ...row, state: "offline", reason: mark, since })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto("reader_status")
    .values({ sensorId: ids.sensors, state: "offline", reason: mark, since })
    .execute();
  await db.insertInto("barrier_positions").values({ barrierId: ids.boom_barriers, position: "open", since }).execute();
  const saved = { version: 1, savedAt: since, savedBy: mark };
  await db
    .insertInto("payload_mappings")
    .values({ ...saved, deviceId: ids.ai_devices })
    .execute();
  await db
    .insertInto("payload_mappings")
    .values({ ...saved, sensorId: ids.sensors })
    .execute();
  const about = { scope: "ac", title: "Fault", description: `${mark} fault` } as const;
  await db.transaction().execute(async (tx) => {
    const causes = [
      { type: "CAMERA_STREAM_DOWN", subject: `camera ${ids.cameras}`, additionalInfo: { cameraId: ids.cameras } },
      { type: "HARDWARE_OFFLINE", subject: `board ${board}`, additionalInfo: { kind: "board", id: board } },
      {
        type: "AC_ANPR_BOOMBARRIER_TRIGGER_FAILED",
        subject: `barrier ${ids.boom_barriers}`,
        additionalInfo: { barrierId: ids.boom_barriers, gateId: ids.gates },
      },
      { type: "AC_TICKET_VENDING_FAILED", subject: `ticket machine ${mark}`, additionalInfo: {} },
    ] as const;
    for (const cause of causes) await raiseAlert(tx, { ...about, ...cause }, since);
  });
}
