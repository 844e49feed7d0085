import { appendTo, listIn } from "@gatehouse/contract/collections";
import type { Alert } from "@gatehouse/contract/entities/alert";
import { boardId } from "@gatehouse/contract/hardware-status";
import { sql } from "kysely";
import type { ReadDb, Tx } from "../../platform/database/database.ts";

type Explained = Pick<Alert, "type" | "additionalInfo">;

/** The open alert that explains an alert, if there is one. */
export type FindCause = (alert: Explained) => number | null;

interface Wire {
  /** What can fail because of the other: `barrierId 3`. */
  part: string;
  /** What it depends on: the host and port of a board, or the id of an AI device. */
  host: string | null;
  port: number | null;
  deviceId: number | null;
}

const noCause: FindCause = () => null;

/**
 * Groups floods by their root cause. An offline board explains the alerts of its barriers and loops, an offline
 * AI device those of its cameras.
 */
export async function loadCauses(db: ReadDb | Tx): Promise<FindCause> {
  const roots = await db
    .selectFrom("alerts")
    .select(["id", "subject", "type", "additionalInfo"])
    .where("status", "=", "new")
    .where((row) =>
      row.or([
        row("type", "=", "AI_DEVICE_OFFLINE"),
        row.and([row("type", "=", "HARDWARE_OFFLINE"), row("subject", "like", "board %")]),
      ]),
    )
    .execute();
  if (roots.length === 0) return noCause;
  const causes = new Map(
    roots.map(({ id, type, additionalInfo }) => {
      const info = additionalInfo as Record<string, unknown>;
      return [type === "AI_DEVICE_OFFLINE" ? `device ${info.deviceId}` : `board ${info.id}`, id] as const;
    }),
  );
  const hosts = await loadHosts(db);
  return (alert) => {
    for (const part of partsOf(alert))
      for (const host of listIn(hosts, part)) {
        const cause = causes.get(host);
        if (cause !== undefined) return cause;
      }
    return null;
  };
}

/** What an alert is about, if it can be the consequence of another fault. */
export function partsOf({ type, additionalInfo }: Explained): string[] {
  const { kind, id } = additionalInfo;
  if (type === "HARDWARE_OFFLINE") return kind === "loop" ? [`sensorId ${id}`] : [];
  return ["barrierId", "sensorId", "cameraId"]
    .filter((field) => field in additionalInfo)
    .map((field) => `${field} ${additionalInfo[field]}`);
}

/** The boards and AI devices that each part depends on. */
async function loadHosts(db: ReadDb | Tx): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<Wire>`
    select 'barrierId ' || id as part, "additionalInfo" ->> 'ip' as host, ("additionalInfo" ->> 'port')::integer as port,
      null::integer as "deviceId" from boom_barriers
    union all
    select 'barrierId ' || id, "additionalInfo" ->> 'inputIp', ("additionalInfo" ->> 'inputPort')::integer, null
      from boom_barriers
    union all
    select 'sensorId ' || id, "additionalInfo" ->> 'ip', ("additionalInfo" ->> 'port')::integer, null
      from sensors where scope = 'loop'
    union all
    select 'cameraId ' || id, null, null, "aiDeviceId" from cameras`.execute(db);
  const hosts = new Map<string, string[]>();
  for (const { part, host, port, deviceId } of rows) {
    const found =
      deviceId !== null ? `device ${deviceId}` : host !== null && port !== null ? boardOf(host, port) : null;
    if (found !== null) appendTo(hosts, part, found);
  }
  return hosts;
}

const boardOf = (host: string, port: number) => `board ${boardId({ host, port })}`;
