import { alertEndpoints } from "@gatehouse/contract/entities/alert/alert.endpoints";
import { handle } from "../platform/http/call.ts";
import type { Services } from "../platform/services.ts";
import { listAlerts, resolveAlert } from "./alert.store.ts";

export const alertRoutes = ({ clock }: Services) =>
  handle(alertEndpoints, {
    "GET /alerts": ({ query, read }) => listAlerts(read, query.scope, query.resolved),
    "POST /alerts/{id}/resolve": ({ params, write }) => write((tx) => resolveAlert(tx, params.id, clock.now())),
  });
