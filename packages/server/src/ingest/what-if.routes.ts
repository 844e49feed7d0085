import { whatIfEndpoints } from "@gatehouse/contract/entities/event/event.endpoints";
import { toRead } from "@gatehouse/engine/decision/access-event";
import { decideEvent } from "@gatehouse/engine/decision/decide-event";
import { emptyContext } from "@gatehouse/engine/decision/decision-context";
import { hypotheticalRead } from "@gatehouse/engine/decision/hypothetical-read";
import { handle } from "../platform/http/call.ts";
import { isOwnGate } from "../platform/http/gate-access.ts";
import { refuse } from "../platform/http/refusal.ts";
import type { Services } from "../platform/services.ts";
import type { SiteCache } from "../site/site-cache.ts";
import { loadUnlocked } from "./load-access.ts";
import { inPipelinedTransaction } from "./pipelined-transaction.ts";

/** What would be decided for a plate or tag: the lookup and decision of a real event, without locks or effects. */
export const whatIfRoutes = ({ db, clock }: Services, siteCache: SiteCache) =>
  handle(whatIfEndpoints, {
    "POST /access/what-if": async ({ body, person }) => {
      const site = await siteCache.now();
      if (!site.gates.has(body.gateId) || !isOwnGate(person.gateIds, body.gateId)) throw refuse("record/not-found");
      const at = body.at === undefined ? clock.now() : new Date(body.at);
      const event = hypotheticalRead({ ...body, at });
      const known = await inPipelinedTransaction(db, ({ run }) => loadUnlocked(run, site, [toRead(event)]));
      return decideEvent(site, { ...emptyContext(), ...known }, event).event.trace;
    },
  });
