import { alertEndpoints } from "@gatehouse/contract/entities/alert/alert.endpoints";
import { handle } from "../platform/http/call.ts";
import { refuse } from "../platform/http/refusal.ts";
import type { Services } from "../platform/services.ts";
import { listAlerts, resolveAlert } from "./alert.store.ts";
import { loadAlertFilter } from "./alert-gates.ts";

export const alertRoutes = ({ clock }: Services) =>
  handle(alertEndpoints, {
    "GET /alerts": async ({ query, person, read }) => {
      const isShown = await loadAlertFilter(read, person.gateIds);
      return (await listAlerts(read, query.scope, query.resolved)).filter(isShown);
    },
    "POST /alerts/{id}/resolve": ({ params, person, write }) =>
      write(async (tx) => {
        const resolved = await resolveAlert(tx, params.id, clock.now());
        const isShown = await loadAlertFilter(tx, person.gateIds);
        if (!isShown(resolved)) throw refuse("record/not-found");
        return resolved;
      }),
  });
