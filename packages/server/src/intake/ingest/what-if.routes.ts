import { whatIfEndpoints } from "@gatehouse/contract/entities/event";
import type { SiteCache } from "../../gate/site-cache.ts";
import { handle } from "../../platform/http/call.ts";
import { isOwnGate } from "../../platform/http/gate-limit.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { decideHypothetically } from "../hypothetical-decision.ts";

/** What would be decided for a plate or tag. */
export const whatIfRoutes = ({ db, clock }: Services, siteCache: SiteCache) =>
  handle(whatIfEndpoints, {
    "POST /access/what-if": async ({ body, person }) => {
      const site = await siteCache.now();
      if (!site.gates.has(body.gateId) || !isOwnGate(person.gateIds, body.gateId)) throw httpError("record/not-found");
      const at = body.at === undefined ? clock.now() : new Date(body.at);
      return decideHypothetically(db, site, { ...body, at });
    },
  });
