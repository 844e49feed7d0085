import {
  type RfidServer,
  type RfidServerSettings,
  rfidServerEndpoints,
} from "@gatehouse/contract/entities/rfid-server";
import { sql } from "kysely";
import { advisoryLocks } from "../../platform/database/advisory-locks.ts";
import type { Tx } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";

const columns = ["port", "drv", "version"] as const;

/** The RFID server's settings. */
export const rfidServerRoutes = handle(rfidServerEndpoints, {
  "GET /configs/pzapp-rfid-server-details": async ({ read }) =>
    (await read.selectFrom("rfid_server").select(columns).executeTakeFirst()) ?? null,
  "PUT /configs/pzapp-rfid-server-details": ({ body, ifMatch, write }) =>
    write(async (tx) => {
      await rejectSinkPort(tx, body.port);
      return saveSettings(tx, body, ifMatch);
    }),
});

/** The port of a camera can't be that of the RFID server. */
async function rejectSinkPort(tx: Tx, port: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.sinkPorts})`.execute(tx);
  const camera = await tx
    .selectFrom("cameras")
    .select("name")
    .where("sinkPort", "=", port)
    .where("status", "<>", "new")
    .executeTakeFirst();
  if (!camera) return;
  const message = `Port ${port} is the sink port of the camera "${camera.name}"`;
  throw httpError("record/taken", { message, errors: [{ path: "port", message }] });
}

/** Updates the settings; fails if their version changed. Before the first save they have version 0. */
async function saveSettings(tx: Tx, body: RfidServer, ifMatch: number | undefined): Promise<RfidServerSettings> {
  // A row to lock, so that of two concurrent first saves the second one sees the first.
  await tx
    .insertInto("rfid_server")
    .values({ id: 1, ...body, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const before = await tx.selectFrom("rfid_server").select(columns).forUpdate().executeTakeFirstOrThrow();
  if (ifMatch !== undefined && ifMatch !== before.version) {
    throw httpError("record/changed", { current: before.version === 0 ? null : before });
  }
  return tx
    .updateTable("rfid_server")
    .set({ ...body, version: before.version + 1 })
    .returning(columns)
    .executeTakeFirstOrThrow();
}
