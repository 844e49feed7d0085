import { sentenceTime } from "@gatehouse/contract/fields/time";
import { findGate, findOpeningReader, toRead } from "@gatehouse/engine/decision/access-event";
import { decideEvent } from "@gatehouse/engine/decision/decide-event";
import type { DecisionContext } from "@gatehouse/engine/decision/decision-context";
import type { Outcome } from "@gatehouse/engine/decision/outcome";
import type { Site } from "../../../gate/site-cache.ts";
import type { Clock } from "../../../platform/clock.ts";
import { loadAccess, loadPasses, loadTagsBefore } from "../load-access.ts";
import { listVehicleKeys, loadMatches, loadPassages, loadReaderPassages } from "../load-context.ts";
import type { QueuedEvent } from "../queued-event.ts";
import type { Snapshot } from "./snapshot.ts";

type Parts = { readonly snapshot: Pick<Snapshot, "run">; readonly clock: Pick<Clock, "elapsedMs"> };

/** Decides an event from the snapshot, with the same functions as from the database. */
export async function decideOffline(
  { snapshot: { run }, clock }: Parts,
  site: Site,
  event: QueuedEvent & { readonly id: number },
  snapshotAt: Date,
): Promise<Outcome> {
  const outcome = decideEvent(site, await loadContext(run, site, event, clock), event);
  const text = `The database did not respond: decided from a snapshot of ${sentenceTime(snapshotAt)}`;
  const { trace } = outcome.event;
  const checks = [...trace.checks, { text, isPassed: true }];
  return { ...outcome, event: { ...outcome.event, trace: { ...trace, checks } } };
}

async function loadContext(
  run: Snapshot["run"],
  site: Site,
  event: QueuedEvent,
  { elapsedMs }: Pick<Clock, "elapsedMs">,
): Promise<DecisionContext> {
  const isAccess = event.module === "ANPR_ACCESS_CONTROL" || event.module === "RFID_ACCESS_CONTROL";
  const reads = isAccess ? [toRead(event)] : [];
  const passes = await loadPasses(run, site, reads, { isLocking: false });
  const matches = await loadMatches(run, reads, { isLocking: false });
  const known = { ...matches, passes };
  const rules = await loadAccess(run, site, reads, known);
  const gate = isAccess ? findGate(site, event.source) : null;
  const reader = isAccess ? findOpeningReader(site, event.source) : null;
  const vehicles = reads.flatMap((read) => [...listVehicleKeys(known, read)]);
  const passages = await loadPassages(
    run,
    vehicles.flatMap((vehicle) => (gate ? [{ gateId: gate.id, vehicle }] : [])),
  );
  const atReader = reads.flatMap((read) => (reader ? [{ sensorId: reader.id, read }] : []));
  const ofReader = await loadReaderPassages(run, atReader, { matches: known, since: new Date(0) });
  const withTags = await loadTagsBefore(run, site, { ...matches, ...rules }, passages.values());
  for (const [key, passage] of ofReader) passages.set(key, passage);
  return { ...withTags, passages, slots: new Map(), uses: new Map(), elapsedMs };
}
