import type pg from "pg";

/** A device that pushes the plates of its gate. */
export interface Sender {
  readonly id: number;
  readonly secret: string;
}

const activateModule = `insert into module_activation values ('ANPR_ACCESS_CONTROL', true)
  on conflict (kind) do update set active = true`;

const insertPlates = `insert into identifiers (origin, type, iid, "iidNormalized", "vehicleType")
  select 'ADMIN', 'LICENSE_PLATE', $1::text || n, $1::text || n, 'CAR' from generate_series(0, $2::integer - 1) n`;

const insertGate = `with device as (
    insert into ai_devices (vendor, label, module, ip) values ('generic', 'Device', 'ANPR_ACCESS_CONTROL', '127.0.0.1')
    returning id
  ), camera as (
    insert into cameras ("aiDeviceId", module, name) select id, 'ANPR_ACCESS_CONTROL', 'Camera' from device returning id
  ), barrier as (
    insert into boom_barriers (uid, name, "additionalInfo") values ($1, 'Boom', $2) returning id
  ), gate as (
    insert into gates (name, type, "cameraId", "boomBarrierId", "toAreaId")
    select 'Gate ' || $1, 'N', camera.id, barrier.id, $3::integer from camera, barrier
  )
  select id from device`;

/** Registers the valid plates `prefix`0 to `prefix`(count - 1). */
export async function addPlates(db: pg.Client, prefix: string, count: number): Promise<void> {
  await db.query(insertPlates, [prefix, count]);
}

/** Adds a gate with a camera and a barrier for each port of a relay board; returns the devices of the cameras. */
export async function addGates(
  db: pg.Client,
  boardPorts: readonly number[],
  get: (path: string) => Promise<Response>,
  toAreaId: number | null = null,
): Promise<Sender[]> {
  await db.query(activateModule);
  const senders: Sender[] = [];
  for (const [index, port] of boardPorts.entries()) {
    const relay = index + 1;
    const info = { type: "boom", ip: "127.0.0.1", port, drv: "modbus-tcp", rel: relay, ser: "A" };
    const { rows } = await db.query<{ id: number }>(insertGate, [String(relay), JSON.stringify(info), toAreaId]);
    const id = rows[0]?.id ?? 0;
    const { secret } = (await (await get(`/ai-devices/${id}/ingest`)).json()) as { secret: string };
    senders.push({ id, secret });
  }
  return senders;
}
