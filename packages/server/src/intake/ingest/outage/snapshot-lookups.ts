import { assertFound } from "@gatehouse/contract/assert-found";
import { appendTo, listIn } from "@gatehouse/contract/collections";
import { passageKey } from "@gatehouse/engine/decision/decision-context";
import {
  countPresent,
  findFullAreas,
  findListed,
  findLookAlikes,
  findPassageTags,
  findPasses,
  findPresences,
} from "../access-statements.ts";
import type { PipelinedTransaction, Statement } from "../pipelined-transaction.ts";
import {
  countReservationUses,
  findIdentifiers,
  findPassages,
  findReaderPassages,
  findReservationIds,
  findReservations,
} from "../statements.ts";
import type { Replica } from "./replica.ts";
import type { SnapshotState } from "./snapshot-state.ts";

type Answer = (values: readonly unknown[]) => unknown[];

/** Answers the lookup statements of ingest from memory, so that decisions use the same code with and without a database. */
export function createLookups(
  findIdentifier: Replica["find"],
  state: () => SnapshotState,
): PipelinedTransaction["run"] {
  const index = indexTables(state);
  const responses = new Map<Statement, Answer>([
    [findIdentifiers, ([keys]) => (keys as string[]).flatMap((key) => findIdentifier(key))],
    [
      findReservationIds,
      ([plates, tags]) => {
        const { reservationsByPlate, reservationsByTag } = index();
        const found = [
          ...(plates as string[]).flatMap((plate) => listIn(reservationsByPlate, plate)),
          ...(tags as string[]).flatMap((tag) => listIn(reservationsByTag, tag)),
        ];
        return [...new Set(found.map(({ id }) => id))].map((id) => ({ id }));
      },
    ],
    [
      findReservations,
      ([ids]) => (ids as number[]).map((id) => index().reservations.get(id)).filter((row) => row !== undefined),
    ],
    [
      countReservationUses,
      ([ids]) => (ids as number[]).map((reservationId) => ({ reservationId, ...state().usesOf(reservationId) })),
    ],
    [
      findPasses,
      ([plates, tags]) => {
        const { passesByPlate, passesByTag } = index();
        const found = [
          ...(plates as string[]).flatMap((plate) => listIn(passesByPlate, plate)),
          ...(tags as string[]).flatMap((tag) => listIn(passesByTag, tag)),
        ];
        return [...new Set(found)]
          .sort((one, other) => one.id - other.id)
          .map((pass) => ({ ...pass, used: state().passUsesOf(pass.id) }));
      },
    ],
    [findListed, ([keys]) => [...new Set(keys as string[])].flatMap((key) => listIn(index().listed, key))],
    [findLookAlikes, ([plates]) => (plates as string[]).flatMap((plate) => listIn(index().lookAlikes, plate))],
    [
      findPresences,
      ([vehicles]) =>
        (vehicles as string[]).flatMap((vehicle) => {
          const hold = state().holdOf(vehicle);
          const presence = index().presences.get(vehicle);
          if (!hold && !presence) return [];
          const { areaId = null, since = null, isForgiven = null } = presence ?? {};
          const { eventId: heldBy = null, toAreaId = null, at = null } = hold ?? {};
          return [{ vehicle, heldBy, toAreaId, at, areaId, since, isForgiven }];
        }),
    ],
    [countPresent, ([groupIds]) => countInside(state(), index().presences, new Set([0, ...(groupIds as number[])]))],
    [findFullAreas, () => [...state().tables.fullAreas]],
    [
      findPassages,
      ([gateIds, vehicles]) =>
        (gateIds as number[])
          .map((gateId, at) => state().passageOf(passageKey(gateId, keyAt(vehicles, at))))
          .filter((passage) => passage !== undefined),
    ],
    [
      findReaderPassages,
      ([sensorIds, tags]) =>
        (sensorIds as number[])
          .map((id, at) => state().readOf(id, keyAt(tags, at)))
          .filter((read) => read !== undefined),
    ],
    [
      findPassageTags,
      ([ids]) =>
        (ids as number[]).flatMap((id) => {
          const tag = state().tagOf(id);
          return tag === undefined ? [] : [{ id, tag }];
        }),
    ],
  ]);
  return async <Row>(statement: Statement, values: readonly unknown[]) => {
    const response = responses.get(statement);
    if (!response) throw new Error(`the snapshot can't answer "${statement.name}"`);
    return response(values) as Row[];
  };
}

/** As `countPresent` does it: a vehicle that was just admitted has left its earlier area already. */
function countInside(
  state: SnapshotState,
  presences: ReadonlyMap<string, { areaId: number; groupIds: readonly number[] }>,
  groupIds: ReadonlySet<number>,
) {
  const counts = new Map<string, { areaId: number; groupId: number; count: number }>();
  const add = (areaId: number, groupId: number, step: number) => {
    if (!groupIds.has(groupId)) return;
    const key = `${areaId} ${groupId}`;
    const count = (counts.get(key)?.count ?? 0) + step;
    counts.set(key, { areaId, groupId, count });
  };
  for (const { areaId, groupId, count } of state.tables.areaCounts) add(areaId, groupId, Number(count));
  for (const { vehicle, toAreaId, groupIds: ofHold } of state.holds()) {
    if (toAreaId === null) continue;
    for (const group of [0, ...ofHold]) add(toAreaId, group, 1);
    const inside = presences.get(vehicle);
    if (inside) for (const group of [0, ...inside.groupIds]) add(inside.areaId, group, -1);
  }
  return [...counts.values()];
}

/** Maps of the tables, created when the tables are first used after they were loaded. */
function indexTables(state: () => SnapshotState) {
  let of: SnapshotState["tables"] | undefined;
  let maps: ReturnType<typeof createMaps> | undefined;
  return () => {
    const { tables } = state();
    if (maps && of === tables) return maps;
    of = tables;
    maps = createMaps(tables);
    return maps;
  };
}

/** The key of a statement that takes two lists of the same length. */
const keyAt = (keys: unknown, index: number) => assertFound((keys as string[])[index], "lists of different lengths");

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string | null): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== null) appendTo(groups, key, row);
  }
  return groups;
}

const createMaps = ({ reservations, passes, listed, lookAlikes, presences }: SnapshotState["tables"]) => ({
  reservations: new Map(reservations.map((row) => [row.id, row])),
  reservationsByPlate: groupBy(reservations, ({ lpNormalized }) => lpNormalized),
  reservationsByTag: groupBy(reservations, ({ rfidNormalized }) => rfidNormalized),
  passesByPlate: groupBy(passes, ({ lpNormalized }) => lpNormalized),
  passesByTag: groupBy(passes, ({ rfidNormalized }) => rfidNormalized),
  listed: groupBy(listed, ({ iidNormalized }) => iidNormalized),
  lookAlikes: groupBy(lookAlikes, ({ plate }) => plate),
  presences: new Map(presences.map((row) => [row.vehicle, row])),
});
