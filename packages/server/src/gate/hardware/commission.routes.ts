import { createHash } from "node:crypto";
import { type Commission, commissionEndpoints } from "@gatehouse/contract/entities/commission";
import { epld } from "@gatehouse/contract/modules/epld";
import { type ControllerDevice, selectForController } from "@gatehouse/engine/commissioning/commissioning";
import { sql } from "kysely";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";

interface Device {
  [field: string]: unknown;
  id: number;
  uid: string | null;
  name: string;
  scope: string;
  additionalInfo: { ip?: string; port?: number; rel?: number; channel?: number };
}

const tables = [
  { kind: "sensor", group: "sensors", table: "sensors", view: "sensor_records" },
  { kind: "boomBarrier", group: "boomBarriers", table: "boom_barriers", view: "boom_barriers" },
  { kind: "buzzer", group: "buzzers", table: "buzzers", view: "buzzers" },
  { kind: "display", group: "displays", table: "displays", view: "display_records" },
  { kind: "slotController", group: "slotControllers", table: "slot_controllers", view: "slot_controllers" },
] as const;

type Group = (typeof tables)[number]["group"];
/** Earlier versions stored no slot controllers. */
type Snapshot = Record<Exclude<Group, "slotControllers">, Device[]> & { slotControllers?: Device[] };

async function latest(db: ReadDb): Promise<(Commission & { snapshot: Required<Snapshot> }) | null> {
  const row = await db.selectFrom("commissions").selectAll().orderBy("version", "desc").limit(1).executeTakeFirst();
  if (!row) return null;
  const stored = row.snapshot as Snapshot;
  const snapshot = { ...stored, slotControllers: stored.slotControllers ?? [] };
  const counts = Object.fromEntries(tables.map(({ group }) => [group, snapshot[group].length]));
  return { ...row, snapshot, counts: counts as Commission["counts"], refused: row.refused as Commission["refused"] };
}

/** Every device of the configuration, as its own endpoint returns it. */
async function listDevices(tx: Tx): Promise<(ControllerDevice & { group: Group; device: Device })[]> {
  const devices = [];
  for (const { kind, group, view } of tables) {
    const rows = await tx.selectFrom(view).selectAll().$castTo<Device>().orderBy("id").execute();
    // Slot controllers have no column for it: they all belong to EPLD.
    const scoped = group === "slotControllers" ? rows.map((row) => ({ ...row, scope: epld.configScope })) : rows;
    devices.push(...scoped.map((device) => ({ kind, group, device, ...outputOf(device) })));
  }
  return devices;
}

function outputOf({ id, name, additionalInfo: { ip, port, rel, channel } }: Device) {
  return { id, name, host: ip, port, output: rel ?? channel };
}

/** Publishes the configuration for field controllers. */
export const commissionRoutes = ({ clock, db }: Services) =>
  handle(commissionEndpoints, {
    "GET /pzapp/commission": async ({ read }) => publicPart(await latest(read)),
    "POST /pzapp/commission": ({ person, write }) =>
      write(async (tx) => {
        const { taken, refused } = selectForController(await listDevices(tx));
        const snapshot = Object.fromEntries(
          tables.map(({ group }) => [
            group,
            taken.filter((device) => device.group === group).map(({ device }) => withoutCommissionedAt(device)),
          ]),
        ) as Required<Snapshot>;
        const text = JSON.stringify(snapshot);
        const at = clock.now();
        const checksum = createHash("sha256").update(text).digest("hex");
        await tx
          .insertInto("commissions")
          .values({ at, by: person.username, checksum, snapshot: text, refused: JSON.stringify(refused) })
          .execute();
        for (const { group, table } of tables) await markCommissioned(tx, table, snapshot[group], at);
        const created = publicPart(await latest(tx));
        if (!created) throw new Error("the commission was not stored");
        return created;
      }),
    "GET /pzapp/config": async ({ read }) => {
      const last = await latest(read);
      if (!last) throw httpError("commission/none");
      const { version, checksum, at, snapshot } = last;
      await db.updateTable("commissions").set({ fetchedAt: clock.now() }).where("version", "=", version).execute();
      return { version, checksum, at, ...snapshot };
    },
  });

function publicPart(commission: Commission | null): Commission | null {
  if (!commission) return null;
  const { version, checksum, at, by, counts, refused, fetchedAt } = commission;
  return { version, checksum, at, by, counts, refused, fetchedAt };
}

/** The time of the last commissioning is not part of the published configuration. */
function withoutCommissionedAt(device: Device): Device {
  const { commissionedAt: _, ...part } = device as Device & { commissionedAt: unknown };
  return part;
}

async function markCommissioned(tx: Tx, table: string, devices: readonly Device[], at: Date): Promise<void> {
  const ids = devices.map((device) => device.id);
  await sql`update ${sql.table(table)} set "commissionedAt" = ${at} where id = any(${ids})`.execute(tx);
}
