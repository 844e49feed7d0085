import type { GateType } from "@gatehouse/contract/fields/gate-types";
import { passageKey } from "@gatehouse/engine/decision/decision-context";
import type { Outcome, Passage } from "@gatehouse/engine/decision/outcome";
import type { HoldRow, SnapshotTables } from "./snapshot-tables.ts";

/** What decisions changed since the tables were loaded. */
type Effects = Pick<Outcome, "event" | "passage" | "reservationUse" | "hold" | "usedPassId">;

/** A passage at a reader without a gate. */
export interface ReaderRead {
  readonly sensorId: number;
  readonly tag: string;
  readonly eventId: number;
  readonly occurredAt: string;
  readonly at: string;
  readonly isGranted: boolean;
}

const maxPassages = 20_000;

/** The tables with the effects of later decisions, each identified by its event and so applied once. */
export interface SnapshotState {
  readonly tables: SnapshotTables;
  readonly usesOf: (reservationId: number) => { entries: number; exits: number };
  readonly passUsesOf: (passId: number) => number;
  readonly holdOf: (vehicle: string) => HoldRow | undefined;
  readonly holds: () => Iterable<HoldRow>;
  readonly passageOf: (key: string) => Passage | undefined;
  readonly readOf: (sensorId: number, tag: string) => ReaderRead | undefined;
  readonly tagOf: (eventId: number) => string | undefined;
  apply(effects: Effects): void;
  /** Takes back the effects of an event that was not stored. */
  undo(eventId: number): void;
  /** The state after the tables were loaded again, with the effects of these decisions. */
  reload(tables: SnapshotTables, since: readonly Effects[]): SnapshotState;
}

interface Recent {
  readonly passages: Map<string, Passage>;
  readonly reads: Map<string, ReaderRead>;
  readonly tags: Map<number, string>;
}

/** Creates the state of loaded tables. */
export function createSnapshotState(
  tables: SnapshotTables,
  recent: Recent = { passages: new Map(), reads: new Map(), tags: new Map() },
): SnapshotState {
  const uses = new Map<number, Map<number, GateType>>();
  const passUses = new Map<number, Set<number>>();
  const holds = new Map<string, HoldRow>();

  function use(reservationId: number, eventId: number, direction: GateType): void {
    const known = uses.get(reservationId) ?? new Map<number, GateType>();
    uses.set(reservationId, known.set(eventId, direction));
  }

  function usePass(passId: number, eventId: number): void {
    passUses.set(passId, (passUses.get(passId) ?? new Set()).add(eventId));
  }

  function hold(row: HoldRow): void {
    holds.set(row.vehicle, row);
    if (row.passId !== null && row.direction === "N") usePass(row.passId, row.eventId);
  }

  for (const { reservationId, eventId, direction } of tables.reservationUses) use(reservationId, eventId, direction);
  for (const { passId, eventId } of tables.passUses) usePass(passId, eventId);
  for (const row of tables.holds) hold(row);

  function apply({ event, passage, reservationUse, hold: held, usedPassId }: Effects): void {
    if (reservationUse) use(reservationUse.reservationId, event.id, reservationUse.direction);
    if (usedPassId !== undefined) usePass(usedPassId, event.id);
    if (held) hold({ ...held, at: held.at.toISOString() });
    if (!passage) return;
    if (event.tagNormalized !== undefined) setRecent(recent.tags, passage.eventId, event.tagNormalized);
    if ("gateId" in passage) {
      setRecent(recent.passages, passageKey(passage.gateId, passage.vehicle), passage);
      return;
    }
    const { sensorId, eventId, isGranted } = passage;
    const tag = event.tagNormalized ?? "";
    const [occurredAt, at] = [passage.occurredAt.toISOString(), passage.at.toISOString()];
    setRecent(recent.reads, `${sensorId} ${tag}`, { sensorId, tag, eventId, isGranted, occurredAt, at });
  }

  return {
    tables,
    usesOf: (reservationId) => {
      const directions = [...(uses.get(reservationId)?.values() ?? [])];
      const exits = directions.filter((direction) => direction === "X").length;
      return { entries: directions.length - exits, exits };
    },
    passUsesOf: (passId) => passUses.get(passId)?.size ?? 0,
    holdOf: (vehicle) => holds.get(vehicle),
    holds: () => holds.values(),
    passageOf: (key) => recent.passages.get(key),
    readOf: (sensorId, tag) => recent.reads.get(`${sensorId} ${tag}`),
    tagOf: (eventId) => recent.tags.get(eventId),
    apply,
    undo: (id) => {
      for (const known of uses.values()) known.delete(id);
      for (const known of passUses.values()) known.delete(id);
      for (const [vehicle, { eventId }] of holds) if (eventId === id) holds.delete(vehicle);
      for (const [key, { eventId }] of recent.passages) if (eventId === id) recent.passages.delete(key);
      for (const [key, { eventId }] of recent.reads) if (eventId === id) recent.reads.delete(key);
    },
    reload: (loaded, since) => {
      const next = createSnapshotState(loaded, recent);
      for (const effects of since) next.apply(effects);
      return next;
    },
  };
}

/** Adds an entry as the newest one; drops the oldest, which are past their passage time. */
function setRecent<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= maxPassages) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    break;
  }
}
