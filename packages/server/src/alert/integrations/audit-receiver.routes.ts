import type { auditEndpoints } from "@gatehouse/contract/entities/audit/audit";
import { rejectForbiddenUrls } from "../../house/integration-url.ts";
import type { Handlers } from "../../platform/http/call.ts";
import type { Services } from "../../platform/services.ts";
import { loadReceiverSettings, saveReceiver } from "./audit-receiver.store.ts";

type ReceiverHandlers = Pick<Handlers<typeof auditEndpoints>, "GET /audit/receiver" | "PUT /audit/receiver">;

/** The receiver of the daily seal. */
export const auditReceiverRoutes = ({ secrets }: Services): ReceiverHandlers => ({
  "GET /audit/receiver": ({ read }) => loadReceiverSettings(read),
  "PUT /audit/receiver": ({ body, ifMatch, write }) =>
    write(async (tx) => {
      await rejectForbiddenUrls(tx, { url: body.url });
      await saveReceiver(tx, body, secrets, ifMatch);
      return loadReceiverSettings(tx);
    }),
});
