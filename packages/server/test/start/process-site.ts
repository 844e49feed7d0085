import { randomUUID } from "node:crypto";
import type pg from "pg";
import { onTestFinished } from "vitest";
import { addGates, addPlates, type Sender } from "../gate/site/barrier-gates.ts";
import type { Session } from "./launch.ts";

/** The number of gates of the site. */
export const gateCount = 3;

/** Creates gates into one area, all on one relay board, and vehicles that may pass. */
export async function createSite(db: pg.Client, session: Session, relayPort: number): Promise<Sender[]> {
  await addPlates(db, "CAR", 100);
  const { rows } = await db.query<{ id: number }>(`insert into access_areas (name) values ('Deck') returning id`);
  const ports = Array.from({ length: gateCount }, () => relayPort);
  return addGates(db, ports, session.get, rows[0]?.id);
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
  const response = await fetch(`${address}/api/ingest/${id}`, {
    method: "POST",
    headers: { "x-gatehouse-secret": secret, "content-type": "application/json" },
    body: JSON.stringify({ type: "plate", id: eventId, plate }),
  });
  return response.status;
}
