import {
  type IdentifierOrigin,
  identifierOriginTexts,
} from "@gatehouse/contract/entities/identifier/identifier-origin";
import { normalizeIdentifier } from "@gatehouse/contract/fields/normalize-identifier";
import type { AccessQuestion } from "@gatehouse/engine/access/access";
import {
  type Identifier,
  identifierKey,
  passageKey,
  type Reservation,
  type RunningContext,
  type SlotState,
} from "@gatehouse/engine/decision/decision-context";
import type { Passage } from "@gatehouse/engine/decision/outcome";
import type { PipelinedTransaction } from "./pipelined-transaction.ts";
import {
  findIdentifiers,
  findPassages,
  findReservations,
  findSlots,
  findUses,
  holdReservations,
  readReservations,
} from "./statements.ts";

type Run = PipelinedTransaction["run"];
type ReadDb = AccessQuestion["read"];

interface IdentifierRow {
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
}

interface ReservationRow {
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

const timeOf = (text: string | null) => (text === null ? null : new Date(text));

/** What is known of plates and tags. Whoever will act upon it holds the reservations meanwhile. */
export async function loadKnown(
  run: Run,
  readings: readonly ReadDb[],
  { isHolding }: { isHolding: boolean },
): Promise<Pick<RunningContext, "identifiers" | "reservations">> {
  const legible = readings.filter(({ normalized }) => normalized !== "");
  if (legible.length === 0) return { identifiers: new Map(), reservations: new Map() };
  const of = (type: ReadDb["type"]) => [
    ...new Set(legible.filter((read) => read.type === type).map(({ normalized }) => normalized)),
  ];
  const plates = of("LICENSE_PLATE");
  const tags = of("RFID");
  const [identifiers, concerned] = await Promise.all([
    run<IdentifierRow>(findIdentifiers, [[...new Set([...plates, ...tags])]]),
    run<{ id: number }>(findReservations, [plates, tags]),
  ]);
  const ids = concerned.map(({ id }) => id);
  const known = identifiers.map(identifierOf);
  // A tag's vehicle may be known by its plate as well.
  const others = known.filter(({ type, vehicle }) => type === "RFID" && !plates.includes(vehicle));
  const itsPlates = [...new Set(others.map(({ vehicle }) => vehicle))];
  if (itsPlates.length > 0) {
    const rows = (await run<IdentifierRow>(findIdentifiers, [itsPlates])).filter(
      ({ type }) => type === "LICENSE_PLATE",
    );
    known.push(...rows.map(identifierOf));
  }
  return {
    identifiers: Map.groupBy(known, ({ type, normalized }) => identifierKey(type, normalized)),
    reservations: ids.length === 0 ? new Map() : await reservationsOf(run, ids, isHolding),
  };
}

function identifierOf(row: IdentifierRow): Identifier {
  const { id, origin, externalId, type, vehicleType } = row;
  return {
    id,
    origin,
    externalId,
    type,
    vehicleType,
    normalized: row.iidNormalized,
    name: row.ownerName ? `${row.iid}, ${row.ownerName}` : row.iid,
    source: identifierOriginTexts[origin].tab,
    vehicle: type === "RFID" ? normalizeIdentifier(row.lp ?? "") || row.iidNormalized : row.iidNormalized,
    validFrom: timeOf(row.validFrom),
    validTo: timeOf(row.validTo),
  };
}

async function reservationsOf(
  run: Run,
  ids: readonly number[],
  isHolding: boolean,
): Promise<Map<string, Reservation[]>> {
  const [rows, used] = await Promise.all([
    run<ReservationRow>(isHolding ? holdReservations : readReservations, [ids]),
    run<{ reservationId: number; entries: number; exits: number }>(findUses, [ids]),
  ]);
  const uses = new Map(used.map((row) => [row.reservationId, row]));
  const found = new Map<string, Reservation[]>();
  for (const row of rows) {
    const { entries = 0, exits = 0 } = uses.get(row.id) ?? {};
    const reservation = reservationOf(row, { entries, exits });
    for (const key of keysOf(row)) found.set(key, [...(found.get(key) ?? []), reservation]);
  }
  return found;
}

const keysOf = ({ lpNormalized, rfidNormalized }: ReservationRow) => [
  ...(lpNormalized === null ? [] : [identifierKey("LICENSE_PLATE", lpNormalized)]),
  ...(rfidNormalized === null ? [] : [identifierKey("RFID", rfidNormalized)]),
];

function reservationOf(row: ReservationRow, uses: { entries: number; exits: number }): Reservation {
  const { id, source, lpNormalized, rfidNormalized } = row;
  const driver = [row.driverFirstName, row.driverLastName].filter((part) => part !== null).join(" ");
  return {
    id,
    source,
    lpNormalized,
    rfidNormalized,
    name: driver === "" ? row.externalId : `${row.externalId}, ${driver}`,
    vehicle: lpNormalized ?? rfidNormalized ?? "",
    validFrom: new Date(row.validFrom),
    validTo: new Date(row.validTo),
    earliestEntry: timeOf(row.gracePeriodEarliestEntry),
    latestEntry: timeOf(row.gracePeriodLatestEntry),
    latestExit: timeOf(row.gracePeriodLatestExit),
    isForMultipleUse: row.shouldAllowMultipleUsage,
    ...uses,
  };
}

/** Everything that one vehicle may be known by. */
export function listVehicleKeys(
  { identifiers, reservations }: Pick<RunningContext, "identifiers" | "reservations">,
  read: ReadDb,
) {
  const key = identifierKey(read.type, read.normalized);
  const known = [...(identifiers.get(key) ?? []), ...(reservations.get(key) ?? [])];
  return new Set([read.normalized, ...known.map(({ vehicle }) => vehicle)]);
}

/** Who is at gates now, of those sought. */
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

/** The values of slots, under their locks. */
export async function loadSlotValues(run: Run, ids: readonly number[]): Promise<Map<number, SlotState>> {
  const rows = await run<{ id: number; current: number; reportedAt: string | null }>(findSlots, [ids]);
  return new Map(rows.map(({ id, current, reportedAt }) => [id, { current, reportedAt: timeOf(reportedAt) }]));
}
