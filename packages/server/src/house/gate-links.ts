import { canonicalHost } from "@gatehouse/contract/fields/relay-address";
import type { GateKind, GateNeed } from "@gatehouse/contract/gate-scope";
import { boardId } from "@gatehouse/contract/hardware-status";
import { type RawBuilder, sql } from "kysely";
import type { ReadDb, Tx } from "../platform/database/database.ts";
import type { GateLimit } from "../platform/http/gate-limit.ts";

/** The gates that each record belongs to, by kind and id. A record without gates is missing. */
export type GateLinks = ReadonlyMap<GateKind, ReadonlyMap<string, ReadonlySet<number>>>;

interface Link {
  kind: GateKind;
  id: string;
  gateId: number;
  /** The port of a board, whose id is a host. */
  port: number | null;
}

/** The records of each kind with their gates. A barrier also belongs to the gates whose reader opens it, and vice versa. */
const sources = sql`
  barrier_gates as (
    select "boomBarrierId" as id, id as "gateId" from gates where "boomBarrierId" is not null
    union select s."actuatorId", g.id from sensors s join gates g on g."sensorId" = s.id where s."actuatorId" is not null
  ), buzzer_gates as (
    select "buzzerId" as id, id as "gateId" from gates where "buzzerId" is not null
  ), camera_gates as (
    select "cameraId" as id, id as "gateId" from gates where "cameraId" is not null
  ), display_gates as (
    select "displayId" as id, "gateId" from gate_displays
  ), sensor_gates as (
    select "sensorId" as id, id as "gateId" from gates where "sensorId" is not null
    union select "loopId", id from gates where "loopId" is not null
    union select s.id, g.id from sensors s join gates g on g."boomBarrierId" = s."actuatorId"
  ), device_gates as (
    select distinct c."aiDeviceId" as id, g."gateId" from cameras c join camera_gates g on g.id = c.id
  ), controller_gates as (
    select k.id, g."gateId" from slot_controllers k join device_gates g on g.id = k."aiDeviceId"
  ), counted_gates as (
    select v.id, g."gateId" from variables v
    left join camera_slots slot on slot.id = v."slotId"
    join camera_gates g on g.id in (slot."cameraId", v."countingCameraId", v."cameraId")
    union select v.id, g."gateId" from variables v join sensor_gates g on g.id = v."sourceSensorId"
    union select v.id, g."gateId" from variables v
    join controller_gates g on g.id in (v."sourceControllerId", v."slotControllerId")
  ), variable_gates as (
    select id, "gateId" from counted_gates
    union select w."variableId", g."gateId" from variable_weights w join counted_gates g on g.id = w."movedId"
    union select d."variableId", g."gateId" from display_variables d join display_gates g on g.id = d."displayId"
  )`;

/** The devices of each table that have an address, and their gates. */
const hosts: readonly RawBuilder<unknown>[] = [
  ...(
    [
      ["boom_barriers", "ip", "barrier_gates"],
      ["boom_barriers", "inputIp", "barrier_gates"],
      ["buzzers", "ip", "buzzer_gates"],
      ["displays", "ip", "display_gates"],
      ["sensors", "ip", "sensor_gates"],
      ["slot_controllers", "ip", "controller_gates"],
    ] as const
  ).map(
    ([table, field, gates]) => sql`
      select x."additionalInfo" ->> ${sql.lit(field)}, g."gateId" from ${sql.table(table)} x join ${sql.table(gates)} g on g.id = x.id`,
  ),
  sql`select x.ip, g."gateId" from ai_devices x join device_gates g on g.id = x.id`,
  sql`select x.ip, g."gateId" from cameras x join camera_gates g on g.id = x.id`,
];

const streamUrls = sql`
  select url, g."gateId" from cameras x join camera_gates g on g.id = x.id
  cross join unnest(array[x."rtspStreamUrl", x."mediaServerWebsocketUrl", x."mediaServerFrameUrl", x."mediaServerHealthUrl"]) url`;

const links: Record<GateKind, RawBuilder<unknown>> = {
  access_areas: sql`
    select "fromAreaId"::text, id from gates union select "toAreaId"::text, id from gates`,
  access_overrides: sql`select id::text, "gateId" from access_overrides where "gateId" is not null`,
  access_passes: sql`select "passId"::text, "gateId" from access_pass_gates`,
  access_rules: sql`select "ruleId"::text, "gateId" from access_rule_gates`,
  addresses: sql.join([...hosts, streamUrls], sql` union all `),
  ai_devices: sql`select id::text, "gateId" from device_gates`,
  boards: sql`
    select x."additionalInfo" ->> 'ip', g."gateId", (x."additionalInfo" ->> 'port')::integer
      from boom_barriers x join barrier_gates g on g.id = x.id
    union all select coalesce(x."additionalInfo" ->> 'inputIp', x."additionalInfo" ->> 'ip'), g."gateId",
      coalesce(x."additionalInfo" ->> 'inputPort', x."additionalInfo" ->> 'port')::integer
      from boom_barriers x join barrier_gates g on g.id = x.id
    union all select x."additionalInfo" ->> 'ip', g."gateId", (x."additionalInfo" ->> 'port')::integer
      from buzzers x join buzzer_gates g on g.id = x.id
    union all select x."additionalInfo" ->> 'ip', g."gateId", (x."additionalInfo" ->> 'port')::integer
      from displays x join display_gates g on g.id = x.id`,
  boom_barriers: sql`select id::text, "gateId" from barrier_gates`,
  buzzers: sql`select id::text, "gateId" from buzzer_gates`,
  cameras: sql`select id::text, "gateId" from camera_gates`,
  displays: sql`select id::text, "gateId" from display_gates`,
  gates: sql`select id::text, id as "gateId" from gates`,
  lanes: sql`select c."laneId"::text, g."gateId" from cameras c join camera_gates g on g.id = c.id`,
  sensors: sql`select id::text, "gateId" from sensor_gates`,
  slot_controllers: sql`select id::text, "gateId" from controller_gates`,
  tvms: sql`select c."tvmId"::text, g."gateId" from cameras c join camera_gates g on g.id = c.id`,
  variables: sql`select id::text, "gateId" from variable_gates`,
};

const union = sql.join(
  Object.entries(links).map(([kind, link]) => {
    const columns = kind === "boards" ? sql`(id, "gateId", port)` : sql`(id, "gateId")`;
    const port = kind === "boards" ? sql`port` : sql`null::integer`;
    return sql`select ${sql.lit(kind)} as kind, id, "gateId", ${port} as port from (${link}) link ${columns} where id is not null`;
  }),
  sql` union all `,
);

/** Loads which records belong to which gates. */
export async function loadGateLinks(db: ReadDb | Tx): Promise<GateLinks> {
  const { rows } = await sql<Link>`with ${sources} ${union}`.execute(db);
  const found = new Map<GateKind, Map<string, Set<number>>>();
  const add = (kind: GateKind, key: string, gateId: number) => {
    const records = found.get(kind) ?? new Map<string, Set<number>>();
    found.set(kind, records.set(key, (records.get(key) ?? new Set<number>()).add(gateId)));
  };
  for (const link of rows.filter((each) => !isUrl(each))) add(link.kind, keyOf(link), link.gateId);
  const deviceHosts = new Set(found.get("addresses")?.keys());
  for (const { id, gateId } of rows.filter(isUrl)) {
    const url = URL.parse(id);
    if (!url) continue;
    const host = canonicalHost(url.hostname.replace(/^\[|\]$/g, ""));
    add("addresses", `${host}:${url.port}${url.pathname}`, gateId);
    // A media server serves the cameras of many gates; a device serves its own.
    if (deviceHosts.has(host)) add("addresses", host, gateId);
  }
  return found;
}

const isUrl = ({ kind, id }: Link): boolean => kind === "addresses" && id.includes("//");

function keyOf({ kind, id, port }: Link): string {
  if (port !== null) return boardId({ host: id, port });
  return kind === "addresses" ? canonicalHost(id) : id;
}

/** Which records a person may see, change and command. */
export interface GateAccess {
  may(kind: GateKind, id: number | string, need: GateNeed): boolean;
}

/** The records that a person with this limit may access. */
export function createGateAccess(limit: readonly number[], links: GateLinks): GateAccess {
  const own = new Set(limit);
  return {
    may: (kind, id, need) => {
      const gates = links.get(kind)?.get(String(id));
      if (!gates) return need === "visible" && kind !== "gates";
      const owned = [...gates].filter((gate) => own.has(gate)).length;
      return need === "all" ? owned === gates.size : owned > 0;
    },
  };
}

const unlimited: GateAccess = { may: () => true };

/** Loads what a person with this limit may access. */
export async function loadGateAccess(db: ReadDb | Tx, limit: GateLimit): Promise<GateAccess> {
  return limit === null ? unlimited : createGateAccess(limit, await loadGateLinks(db));
}
