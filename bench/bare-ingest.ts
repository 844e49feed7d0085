import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { inPipelinedTransaction } from "../packages/server/src/intake/ingest/pipelined-transaction.ts";
import {
  announceEvents,
  findEventKeys,
  findIdentifiers,
  findPassages,
  findReservationIds,
  insertEventKeys,
  insertEvents,
  lockGates,
  takeEventIds,
  updateLastSeen,
  upsertPassages,
} from "../packages/server/src/intake/ingest/statements.ts";
import type { Database } from "../packages/server/src/platform/database/database.ts";
import type { PushedPlate } from "./group-server.ts";

/** A push of a plate at a gate. */
export interface BarePush extends PushedPlate {
  readonly gateId: number;
}

/** All statements of ingest, or only the lookup of identifiers and the insert of events. */
export type BareStatements = "all" | "lookup and events";

/** Loads the last event as ingest stored it, without null columns. */
export async function loadLastEvent(db: Database): Promise<object> {
  const { rows } = await sql<{ event: object }>`
    select jsonb_strip_nulls(to_jsonb(e) - array['sightings', 'fullImage', 'plateImage']) as event
    from events e order by id desc limit 1`.execute(db);
  return rows[0]?.event ?? {};
}

/** Runs the statements of a batch, without requests, parsing or decisions. The events are copies of a stored one. */
export function storeBareBatch(
  db: Database,
  stored: object,
  batch: readonly BarePush[],
  statements: BareStatements,
): Promise<void> {
  const isAll = statements === "all";
  const now = new Date();
  const at = now.toISOString();
  const gateIds = [...new Set(batch.map(({ gateId }) => gateId))].sort((one, other) => one - other);
  const plates = batch.map(({ plate }) => plate);
  return inPipelinedTransaction(db, async ({ run }) => {
    const [found, ids] = await Promise.all([
      run<{ id: number }>(findIdentifiers, [plates]),
      run<{ id: number }>(takeEventIds, [batch.length]),
      isAll && run(lockGates, [gateIds]),
      isAll && run(findEventKeys, [batch.map(toSender), batch.map(({ id }) => id)]),
      isAll && run(findReservationIds, [plates, []]),
      isAll && run(findPassages, [batch.map(({ gateId }) => gateId), plates]),
    ]);
    const idAt = (index: number) => ids[index]?.id;
    const events = batch.map(({ deviceId, gateId, plate }, index) => ({
      ...stored,
      id: idAt(index),
      occurredAt: at,
      receivedAt: at,
      deviceId,
      gateId,
      lp: plate,
      lpRaw: plate,
      plateNormalized: plate,
    }));
    const keys = batch.map((push, index) => ({
      id: idAt(index),
      sender: toSender(push),
      eventId: randomUUID(),
      content: "",
      reportedAt: now,
      keyCamera: "",
      camera: "",
      isSavedCamera: true,
    }));
    const passages = batch.map(({ gateId, plate }, index) => ({
      gateId,
      // Unique within the batch: duplicates would become one row.
      vehicle: `${plate} ${index}`,
      eventId: idAt(index),
      occurredAt: at,
      at,
      module: "ANPR_ACCESS_CONTROL",
      isGranted: true,
      isCounted: false,
    }));
    const seen = [...new Set(found.map(({ id }) => id))].sort((one, other) => one - other);
    await Promise.all([
      isAll && run(insertEventKeys, [JSON.stringify(keys), now]),
      run(insertEvents, [JSON.stringify(events)]),
      isAll && run(upsertPassages, [JSON.stringify(passages)]),
      isAll && run(updateLastSeen, [seen, now]),
      isAll && run(announceEvents, [keys.map(({ id }) => id).join(",")]),
    ]);
  });
}

const toSender = ({ deviceId }: PushedPlate) => `device ${deviceId}`;
