import { randomUUID } from "node:crypto";
import type pg from "pg";
import { onTestFinished } from "vitest";
import type { Session } from "./launch.ts";

/** The device of a gate. */
export interface Sender {
  readonly id: number;
  readonly secret: string;
}

/** The number of gates of the site. */
export const gateCount = 3;

/** Creates gates into one area, all on one relay board, and vehicles that may pass. */
export async function createSite(db: pg.Client, session: Session, relayPort: number): Promise<Sender[]> {
  await db.query(`insert into module_activation values ('ANPR_ACCESS_CONTROL', true)
    on conflict (kind) do update set active = true`);
  await db.query(`insert into identifiers (origin, type, iid, "iidNormalized", "vehicleType")
    select 'ADMIN', 'LICENSE_PLATE', 'CAR' || n, 'CAR' || n, 'CAR' from generate_series(0, 99) n`);
  await db.query(`insert into access_areas (name) values ('Deck')`);
  const senders: Sender[] = [];
  for (let gate = 1; gate <= gateCount; gate += 1) {
    const info = { type: "boom", ip: "127.0.0.1", port: relayPort, drv: "modbus-tcp", rel: gate, ser: "A" };
    const { rows } = await db.query<{ id: number }>(
      `with device as (
         insert into ai_devices (vendor, label, module, ip) values ('generic', 'Device', 'ANPR_ACCESS_CONTROL', '127.0.0.1')
         returning id
       ), camera as (
         insert into cameras ("aiDeviceId", module, name) select id, 'ANPR_ACCESS_CONTROL', 'Camera' from device returning id
       ), barrier as (
         insert into boom_barriers (uid, name, "additionalInfo") values ($1, 'Boom', $2) returning id
       ), gate as (
         insert into gates (name, type, "cameraId", "boomBarrierId", "toAreaId")
         select 'Gate ' || $1, 'N', camera.id, barrier.id, access_areas.id from camera, barrier, access_areas
       )
       select id from device`,
      [String(gate), JSON.stringify(info)],
    );
    const id = rows[0]?.id ?? 0;
    const { secret } = (await (await session.get(`/ai-devices/${id}/ingest`)).json()) as { secret: string };
    senders.push({ id, secret });
  }
  return senders;
}

/** Reads a live stream until it names a topic. */
export async function follow(address: string, session: Session) {
  const { body } = await session.get("/live");
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  onTestFinished(() => reader?.cancel().catch(() => {}));
  let heard = "";
  return async (text: string) => {
    while (!heard.includes(text)) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) throw new Error(`the live stream of ${address} ended`);
      heard += value;
    }
    heard = "";
  };
}

/** Pushes a plate like a camera; returns the status. */
export async function pushPlate(address: string, { id, secret }: Sender, plate: string, eventId = randomUUID()) {
  const answer = await fetch(`${address}/api/ingest/${id}`, {
    method: "POST",
    headers: { "x-gatehouse-secret": secret, "content-type": "application/json" },
    body: JSON.stringify({ type: "plate", id: eventId, plate }),
  });
  return answer.status;
}
