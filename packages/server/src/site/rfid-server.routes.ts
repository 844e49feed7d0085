import { rfidServerEndpoints } from "@gatehouse/contract/entities/rfid-server/rfid-server.endpoints";
import { handle } from "../platform/http/call.ts";

/** READER-2: the RFID server's settings. */
export const rfidServerRoutes = handle(rfidServerEndpoints, {
  "GET /configs/pzapp-rfid-server-details": async ({ read }) =>
    (await read.selectFrom("rfid_server").select(["port", "drv"]).executeTakeFirst()) ?? null,
  "PUT /configs/pzapp-rfid-server-details": ({ body, write }) =>
    write(async (tx) => {
      await tx
        .insertInto("rfid_server")
        .values({ id: 1, ...body })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(body))
        .execute();
      return body;
    }),
});
