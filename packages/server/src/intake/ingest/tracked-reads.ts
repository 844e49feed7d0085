import type { VehicleTrack } from "@gatehouse/contract/events/detection";
import type { Revision, StoredRead } from "@gatehouse/engine/decision/revise-event";
import { type StoredTrace, unpackTrace, withStoredTrace } from "@gatehouse/engine/decision/stored-trace";
import { correctHolds, deleteHolds } from "./access-statements.ts";
import type { PipelinedTransaction } from "./pipelined-transaction.ts";
import type { QueuedEvent } from "./queued-event.ts";
import {
  announceEvents,
  correctEvents,
  correctReservationUses,
  deletePassagesOf,
  deleteReservationUses,
  findTrackedReads,
  insertEventReports,
  upsertPassages,
} from "./statements.ts";

type Run = PipelinedTransaction["run"];

/** A queued plate read of a vehicle that its device follows. */
export type TrackedEvent = QueuedEvent & {
  readonly detection: Extract<QueuedEvent["detection"], { kind: "plate" }> & { readonly track: VehicleTrack };
};

/** A stored read, and whether it has pictures. */
export interface TrackedRead extends StoredRead {
  readonly cameraId: number | null;
  readonly hasImages: boolean;
}

interface TrackedRow extends Omit<TrackedRead, "occurredAt" | "receivedAt" | "trace"> {
  readonly sender: string;
  readonly track: string;
  readonly occurredAt: string;
  readonly receivedAt: string;
  readonly trace: StoredTrace;
}

// A car may stand in front of a barrier for minutes. Numbers of cars restart with the camera, but then a first report comes.
const maxSilenceMs = 10 * 60_000;

/** Whether later reports may update the event. Only access decisions depend on what they bring. */
export const isTracked = (event: QueuedEvent): event is TrackedEvent => trackOf(event) !== undefined;

type Reported = Pick<QueuedEvent, "module" | "detection" | "sender" | "receivedAt">;

/** The vehicle that the device of an event follows. */
export const trackOf = ({ module, detection }: Pick<Reported, "module" | "detection">): VehicleTrack | undefined =>
  module === "ANPR_ACCESS_CONTROL" && detection.kind === "plate" ? detection.track : undefined;

const keyOf = (sender: string, track: string) => `${sender}\n${track}`;

/** Splits a batch so that each report of a vehicle finds the one before it stored. */
export function splitByTrack(events: readonly QueuedEvent[]): QueuedEvent[][] {
  const groups: { events: QueuedEvent[]; tracks: Set<string> }[] = [];
  for (const event of events) {
    const track = isTracked(event) ? keyOf(event.sender, event.detection.track.id) : undefined;
    const next = track === undefined ? 0 : groups.findLastIndex(({ tracks }) => tracks.has(track)) + 1;
    groups[next] ??= { events: [], tracks: new Set() };
    groups[next].events.push(event);
    if (track !== undefined) groups[next].tracks.add(track);
  }
  return groups.map((group) => group.events);
}

/** The stored reads that events update; the gates are locked, so they don't change until everything is stored. */
export async function loadTrackedReads(
  run: Run,
  events: readonly QueuedEvent[],
  now: Date,
): Promise<(event: QueuedEvent) => TrackedRead | undefined> {
  const updates = events.filter(isTracked).filter(({ detection }) => detection.track?.isUpdate === true);
  if (updates.length === 0) return () => undefined;
  const rows = await run<TrackedRow>(findTrackedReads, [
    updates.map(({ sender }) => sender),
    updates.map(({ detection }) => detection.track?.id),
    new Date(now.getTime() - maxSilenceMs),
  ]);
  const reads = new Map(rows.map((row) => [keyOf(row.sender, row.track), toRead(row)]));
  return (event) => {
    if (!isTracked(event) || event.detection.track?.isUpdate !== true) return undefined;
    const read = reads.get(keyOf(event.sender, event.detection.track.id));
    // Two cameras of a device may both count from one.
    return read && read.cameraId === (event.source.camera?.id ?? null) ? read : undefined;
  };
}

function toRead({ sender: _, track: __, ...row }: TrackedRow): TrackedRead {
  return {
    ...row,
    occurredAt: new Date(row.occurredAt),
    receivedAt: new Date(row.receivedAt),
    trace: unpackTrace(row.trace),
  };
}

/** A message of a device, and the event that it belongs to. */
export interface EventReport {
  readonly queued: Reported;
  readonly event: { readonly id: number; readonly occurredAt: Date };
}

/** Keeps the messages of followed vehicles, as sent. */
export async function saveReports(run: Run, reports: readonly EventReport[]): Promise<void> {
  const rows = reports.flatMap(({ queued, event }) => {
    const track = trackOf(queued);
    if (!track) return [];
    const { sender, receivedAt } = queued;
    return [
      { eventId: event.id, occurredAt: event.occurredAt, sender, track: track.id, receivedAt, message: track.message },
    ];
  });
  if (rows.length > 0) await run(insertEventReports, [JSON.stringify(rows)]);
}

/** Removes what followed from reads that are decided again. */
export async function removeDecisions(run: Run, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await Promise.all([run(deletePassagesOf, [ids]), run(deleteReservationUses, [ids]), run(deleteHolds, [ids])]);
}

/** Stores what reports corrected. */
export async function saveCorrections(
  run: Run,
  revisions: readonly Extract<Revision, { kind: "corrected" }>[],
): Promise<void> {
  if (revisions.length === 0) return;
  const corrections = revisions.map(({ correction }) => correction);
  const ids = corrections.map(({ id }) => id);
  const passages = revisions.map(({ passage }) => passage).filter((passage) => passage !== undefined);
  await Promise.all([
    run(correctEvents, [JSON.stringify(corrections.map(withStoredTrace))]),
    run(correctReservationUses, [ids, corrections.map(({ direction }) => direction)]),
    run(correctHolds, [
      ids,
      corrections.map(({ plateNormalized }) => plateNormalized),
      corrections.map(({ direction }) => direction),
    ]),
    passages.length > 0 && run(upsertPassages, [JSON.stringify(passages)]),
    run(announceEvents, [ids.join(",")]),
  ]);
}
