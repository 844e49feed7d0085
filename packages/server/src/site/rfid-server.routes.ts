import {
  type RfidServer,
  type RfidServerSettings,
  rfidServerEndpoints,
} from "@gatehouse/contract/entities/rfid-server/rfid-server.endpoints";
import type { Tx } from "../platform/database/database.ts";
import { handle } from "../platform/http/call.ts";
import { refuse } from "../platform/http/refusal.ts";

const columns = ["port", "drv", "version"] as const;

/** READER-2: the RFID server's settings. */
export const rfidServerRoutes = handle(rfidServerEndpoints, {
  "GET /configs/pzapp-rfid-server-details": async ({ read }) =>
    (await read.selectFrom("rfid_server").select(columns).executeTakeFirst()) ?? null,
  "PUT /configs/pzapp-rfid-server-details": ({ body, ifMatch, write }) =>
    write((tx) => saveSettings(tx, body, ifMatch)),
});

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
    throw refuse("record/changed", { current: before.version === 0 ? null : before });
  }
  return tx
    .updateTable("rfid_server")
    .set({ ...body, version: before.version + 1 })
    .returning(columns)
    .executeTakeFirstOrThrow();
}
