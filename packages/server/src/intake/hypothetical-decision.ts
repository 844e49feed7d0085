import type { DecisionTrace } from "@gatehouse/contract/entities/event";
import { toRead } from "@gatehouse/engine/decision/access-event";
import { decideEvent } from "@gatehouse/engine/decision/decide-event";
import { emptyContext } from "@gatehouse/engine/decision/decision-context";
import { hypotheticalOther, hypotheticalRead } from "@gatehouse/engine/decision/hypothetical-read";
import type { Site } from "../gate/site-cache.ts";
import type { Database } from "../platform/database/database.ts";
import { loadUnlocked } from "./ingest/load-access.ts";
import { inPipelinedTransaction } from "./ingest/pipelined-transaction.ts";

/** What would be decided for a plate or tag: the lookup and decision of a real event, without locks or effects. */
export async function decideHypothetically(
  db: Database,
  site: Site,
  question: Parameters<typeof hypotheticalRead>[0],
): Promise<DecisionTrace> {
  const event = hypotheticalRead(question);
  const otherRead = hypotheticalOther(question);
  const reads = [toRead(event), ...(otherRead ? [otherRead] : [])];
  const known = await inPipelinedTransaction(db, ({ run }) => loadUnlocked(run, site, reads));
  return decideEvent(site, { ...emptyContext(), ...known, otherRead }, event).event.trace;
}
