import { appendTo, listIn } from "@gatehouse/contract/collections";
import { type IdentifierOrigin, identifierOriginTexts } from "@gatehouse/contract/entities/identifier/identifier";
import { normalizeIdentifier, plateOrTagOf } from "@gatehouse/contract/fields/identifier-text";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
import type { AccessQuestion } from "@gatehouse/engine/access/access";
import type { AccessState } from "@gatehouse/engine/decision/access-state";
import {
  type Identifier,
  identifierKey,
  passageKey,
  type Reservation,
  type RunningContext,
  readerPassageKey,
  type SlotState,
} from "@gatehouse/engine/decision/decision-context";
import type { Passage, ReaderPassage } from "@gatehouse/engine/decision/outcome";
import type { PipelinedTransaction } from "./pipelined-transaction.ts";
import {
  countReservationUses,
  findIdentifiers,
  findPassages,
  findReaderPassages,
  findReservationIds,
  findReservations,
  findSlotValues,
  lockReservations,
} from "./statements.ts";

type Run = PipelinedTransaction["run"];
type Read = AccessQuestion["read"];

/** An identifier as it is looked up. */
export interface IdentifierRow {
  id: number;
  origin: IdentifierOrigin;
  externalId: string | null;
  type: Identifier["type"];
  iid: string;
  iidNormalized: string;
  lp: string | null;
  ownerName: string | null;
  vehicleType: string;
  validFrom: string | null;
  validTo: string | null;
  groupIds: number[];
}

/** A reservation as it is looked up. */
export interface ReservationRow {
  id: number;
  source: string;
  externalId: string;
  lp: string | null;
  lpNormalized: string | null;
  rfidNormalized: string | null;
  driverFirstName: string | null;
  driverLastName: string | null;
  validFrom: string;
  validTo: string;
  gracePeriodEarliestEntry: string | null;
  gracePeriodLatestEntry: string | null;
  gracePeriodLatestExit: string | null;
  shouldAllowMultipleUsage: boolean;
}

const parseTime = (text: string | null) => (text === null ? null : new Date(text));

/** Loads the identifiers and reservations that match plates and tags; locks the reservations if they may be used. */
export async function loadMatches(
  run: Run,
  reads: readonly Read[],
  { isLocking }: { isLocking: boolean },
): Promise<Pick<RunningContext, "identifiers" | "reservations">> {
  const legible = reads.filter(({ normalized }) => normalized !== "");
  if (legible.length === 0) return { identifiers: new Map(), reservations: new Map() };
  const ofType = (type: Read["type"]) => [
    ...new Set(legible.filter((read) => read.type === type).map(({ normalized }) => normalized)),
  ];
  const plates = ofType("LICENSE_PLATE");
  const tags = ofType("RFID");
  const [rows, reservationRows] = await Promise.all([
    run<IdentifierRow>(findIdentifiers, [[...new Set([...plates, ...tags])]]),
    run<{ id: number }>(findReservationIds, [plates, tags]),
  ]);
  const ids = reservationRows.map(({ id }) => id);
  const identifiers = rows.map(toIdentifier);
  // The vehicle of a tag may also be registered by its plate.
  const byTag = identifiers.filter(({ type, vehicle }) => type === "RFID" && !plates.includes(vehicle));
  const platesOfTags = [...new Set(byTag.map(({ vehicle }) => vehicle))];
  if (platesOfTags.length > 0) {
    const found = await run<IdentifierRow>(findIdentifiers, [platesOfTags]);
    identifiers.push(...found.filter(({ type }) => type === "LICENSE_PLATE").map(toIdentifier));
  }
  return {
    identifiers: Map.groupBy(identifiers, ({ type, normalized }) => identifierKey(type, normalized)),
    reservations: ids.length === 0 ? new Map() : await loadReservations(run, ids, isLocking),
  };
}

function toIdentifier(row: IdentifierRow): Identifier {
  const { id, origin, externalId, type, vehicleType, groupIds } = row;
  return {
    id,
    origin,
    externalId,
    type,
    vehicleType,
    groupIds,
    normalized: row.iidNormalized,
    name: [formatPlate(row.iid), row.ownerName].filter(Boolean).join(", "),
    source: identifierOriginTexts[origin].tab,
    vehicle: type === "RFID" ? normalizeIdentifier(row.lp ?? "") || row.iidNormalized : row.iidNormalized,
    validFrom: parseTime(row.validFrom),
    validTo: parseTime(row.validTo),
  };
}

async function loadReservations(
  run: Run,
  ids: readonly number[],
  isLocking: boolean,
): Promise<Map<string, Reservation[]>> {
  const [rows, used] = await Promise.all([
    run<ReservationRow>(isLocking ? lockReservations : findReservations, [ids]),
    run<{ reservationId: number; entries: number; exits: number }>(countReservationUses, [ids]),
  ]);
  const uses = new Map(used.map((row) => [row.reservationId, row]));
  const found = new Map<string, Reservation[]>();
  for (const row of rows) {
    const { entries = 0, exits = 0 } = uses.get(row.id) ?? {};
    const reservation = toReservation(row, { entries, exits });
    for (const key of toKeys(row)) appendTo(found, key, reservation);
  }
  return found;
}

const toKeys = ({ lpNormalized, rfidNormalized }: ReservationRow) => [
  ...(lpNormalized === null ? [] : [identifierKey("LICENSE_PLATE", lpNormalized)]),
  ...(rfidNormalized === null ? [] : [identifierKey("RFID", rfidNormalized)]),
];

function toReservation(row: ReservationRow, uses: { entries: number; exits: number }): Reservation {
  const { id, source, lpNormalized, rfidNormalized } = row;
  const driver = [row.driverFirstName, row.driverLastName].filter((part) => part !== null).join(" ");
  return {
    id,
    source,
    lpNormalized,
    rfidNormalized,
    name: driver === "" ? row.externalId : `${row.externalId}, ${driver}`,
    vehicle: plateOrTagOf(lpNormalized, rfidNormalized),
    validFrom: new Date(row.validFrom),
    validTo: new Date(row.validTo),
    earliestEntry: parseTime(row.gracePeriodEarliestEntry),
    latestEntry: parseTime(row.gracePeriodLatestEntry),
    latestExit: parseTime(row.gracePeriodLatestExit),
    isForMultipleUse: row.shouldAllowMultipleUsage,
    ...uses,
  };
}

/** What identifies the vehicles of reads. */
export type KnownVehicles = Pick<RunningContext, "identifiers" | "reservations"> & Pick<AccessState, "passes">;

/** The keys under which passages of a vehicle may be stored. */
export function listVehicleKeys({ identifiers, reservations, passes }: KnownVehicles, read: Read): Set<string> {
  const key = identifierKey(read.type, read.normalized);
  const matches = [...listIn(identifiers, key), ...listIn(reservations, key), ...listIn(passes, key)];
  return new Set([read.normalized, ...matches.map(({ vehicle }) => vehicle)]);
}

/** Loads the latest passages of vehicles at gates, by their keys. */
export async function loadPassages(
  run: Run,
  sought: readonly { gateId: number; vehicle: string }[],
): Promise<RunningContext["passages"]> {
  if (sought.length === 0) return new Map();
  const rows = await run<Omit<Passage, "occurredAt" | "at"> & { occurredAt: string; at: string }>(findPassages, [
    sought.map(({ gateId }) => gateId),
    sought.map(({ vehicle }) => vehicle),
  ]);
  return new Map(
    rows.map((row) => [
      passageKey(row.gateId, row.vehicle),
      { ...row, occurredAt: new Date(row.occurredAt), at: new Date(row.at) },
    ]),
  );
}

/** Loads the latest passages at readers without a gate, which are found among the events of their tags. */
export async function loadReaderPassages(
  run: Run,
  reads: readonly { sensorId: number; read: Read }[],
  { matches, since }: { matches: KnownVehicles; since: Date },
): Promise<Map<string, ReaderPassage>> {
  if (reads.length === 0) return new Map();
  const rows = await run<{
    sensorId: number;
    tag: string;
    eventId: number;
    occurredAt: string;
    at: string;
    isGranted: boolean;
  }>(findReaderPassages, [reads.map(({ sensorId }) => sensorId), reads.map(({ read }) => read.normalized), since]);
  return new Map(
    rows.flatMap(({ tag, ...row }) => {
      const vehicles = listVehicleKeys(matches, { type: "RFID", raw: tag, normalized: tag });
      const passage = {
        ...row,
        occurredAt: new Date(row.occurredAt),
        at: new Date(row.at),
        module: "RFID_ACCESS_CONTROL" as const,
        // The first read of a passage has counted it.
        isCounted: true,
      };
      return [...vehicles].map(
        (vehicle) => [readerPassageKey(row.sensorId, vehicle), { ...passage, vehicle }] as const,
      );
    }),
  );
}

/** Loads the values of slots, whose variables must be locked. */
export async function loadSlotValues(run: Run, ids: readonly number[]): Promise<Map<number, SlotState>> {
  const rows = await run<{ id: number; current: number; reportedAt: string | null }>(findSlotValues, [ids]);
  return new Map(rows.map(({ id, current, reportedAt }) => [id, { current, reportedAt: parseTime(reportedAt) }]));
}
