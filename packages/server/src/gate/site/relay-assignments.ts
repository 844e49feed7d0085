import { type RelayLocation, relayTaken } from "@gatehouse/contract/fields/relay-address";
import { sql } from "kysely";
import { systemHostAddresses } from "../../alert/host-addresses.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";

type Row = Record<string, unknown>;

/** Tables of devices that have a relay, and the column of relay_assignments that references them. */
export const relayDeviceColumns = {
  boom_barriers: "boomBarrierId",
  buzzers: "buzzerId",
  displays: "displayId",
} as const;

type DeviceTable = keyof typeof relayDeviceColumns;

interface Device {
  readonly table: DeviceTable;
  readonly id: number;
}

interface Assignment extends Device {
  readonly location: RelayLocation;
  /** Every address of the host. */
  readonly addresses: ReadonlySet<string>;
}

const path = "additionalInfo.rel";
const maxAttempts = 3;

/**
 * Assigns the relay that a saved device names. Fails if the device or the current user of the relay is a
 * barrier, whatever spelling of the address either has. A host name that can't be resolved is compared as text; the check
 * before each command covers it once it resolves.
 */
export const prepareRelayAssignment = (table: DeviceTable) => async (body: Row) => {
  const host = locationOf(body.additionalInfo)?.host;
  const resolved = host === undefined ? undefined : await systemHostAddresses(host);
  return async (tx: Tx, id: number): Promise<void> => {
    const { additionalInfo } = await tx
      .selectFrom(table)
      .select("additionalInfo")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const location = locationOf(additionalInfo);
    if (!location) return deleteAssignment(tx, { table, id });
    // A change of other fields keeps the assignment.
    if (!resolved && (await hasAssignment(tx, { table, id }))) return;
    const addresses = resolved ?? (await systemHostAddresses(location.host));
    const user = await replaceAssignment(tx, { table, id, location, addresses });
    if (user === undefined) return;
    const message = relayTaken(user, location);
    throw httpError("record/taken", { message, errors: [{ path, message }] });
  };
};

/**
 * Assigns relays to devices that were stored before assignments existed, barriers first. Where two claim the same relay,
 * the later one stays unassigned: it is not driven, and can't be saved until it has another relay.
 */
export async function assignMissingRelays({ db, log }: Pick<Services, "db" | "log">): Promise<void> {
  for (const { name, ...assignment } of await listUnassigned(db)) {
    const user = await db.transaction().execute(async (tx) => {
      await tx.selectFrom(assignment.table).select("id").where("id", "=", assignment.id).forUpdate().execute();
      // Another server may have assigned it meanwhile.
      return (await hasAssignment(tx, assignment)) ? undefined : replaceAssignment(tx, assignment);
    });
    if (user === undefined) continue;
    const { table, id, location } = assignment;
    log.warn({ table, id, name, conflict: relayTaken(user, location) }, "relay conflict: this device is not driven");
  }
}

async function listUnassigned(db: Database): Promise<(Assignment & { readonly name: string })[]> {
  const { rows } = await sql<Device & { name: string; additionalInfo: unknown }>`
    select * from (
      select 'boom_barriers' as "table", id, name, "additionalInfo" from boom_barriers
      where not exists (select from relay_assignments where "boomBarrierId" = boom_barriers.id)
      union all
      select 'buzzers', id, name, "additionalInfo" from buzzers
      where not exists (select from relay_assignments where "buzzerId" = buzzers.id)
      union all
      select 'displays', id, name, "additionalInfo" from displays
      where type = 'binary' and not exists (select from relay_assignments where "displayId" = displays.id)
    ) unassigned
    order by "table", id`.execute(db);
  const assignments = rows.map(async ({ table, id, name, additionalInfo }) => {
    const location = locationOf(additionalInfo);
    return location ? [{ table, id, name, location, addresses: await systemHostAddresses(location.host) }] : [];
  });
  return (await Promise.all(assignments)).flat();
}

/** Returns the name of the device that uses the relay, if that conflicts; the device then has no assignment. */
async function replaceAssignment(tx: Tx, assignment: Assignment): Promise<string | undefined> {
  const { table, id, location, addresses } = assignment;
  const { port, relayNumber } = location;
  // In one order, to avoid deadlocks between devices that have several addresses in common.
  const rows = [...addresses]
    .toSorted()
    .map((address) => ({ address, port, relayNumber, [relayDeviceColumns[table]]: id }));
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    await deleteAssignment(tx, assignment);
    const inserted = await tx
      .insertInto("relay_assignments")
      .values(rows)
      // Waits for concurrent saves, and keeps the transaction usable for finding the name of the other device.
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .execute();
    if (inserted.length === rows.length) return undefined;
    const user = await findConflictingUser(tx, assignment);
    if (user !== undefined) {
      await deleteAssignment(tx, assignment);
      return user;
    }
    // The other device released the relay in between.
  }
  throw new Error("the relay's users change faster than it can be assigned");
}

async function findConflictingUser(
  tx: Tx,
  { table, id, location: { port, relayNumber }, addresses }: Assignment,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom("relay_assignments as assignment")
    .leftJoin("boom_barriers as barrier", "barrier.id", "assignment.boomBarrierId")
    .leftJoin("buzzers as buzzer", "buzzer.id", "assignment.buzzerId")
    .leftJoin("displays as display", "display.id", "assignment.displayId")
    .select(({ fn }) => fn.coalesce("barrier.name", "buzzer.name", "display.name").as("name"))
    .where("assignment.address", "in", [...addresses])
    .where("assignment.port", "=", port)
    .where("assignment.relayNumber", "=", relayNumber)
    .where(sql<boolean>`coalesce("assignment"."boomBarrierId", 0) <> ${table === "boom_barriers" ? id : 0}::integer`)
    .orderBy("assignment.boomBarrierId")
    .orderBy("assignment.buzzerId")
    .orderBy("assignment.displayId")
    .limit(1)
    .executeTakeFirst();
  return row?.name ?? undefined;
}

async function hasAssignment(tx: Tx, { table, id }: Device): Promise<boolean> {
  const rows = tx.selectFrom("relay_assignments").select("id").where(relayDeviceColumns[table], "=", id);
  return (await rows.limit(1).executeTakeFirst()) !== undefined;
}

async function deleteAssignment(tx: Tx, { table, id }: Device): Promise<void> {
  await tx.deleteFrom("relay_assignments").where(relayDeviceColumns[table], "=", id).execute();
}

function locationOf(additionalInfo: unknown): RelayLocation | undefined {
  const { ip, port, rel } = (additionalInfo ?? {}) as { ip?: string; port: number; rel: number };
  return ip ? { host: ip, port, relayNumber: rel } : undefined;
}
