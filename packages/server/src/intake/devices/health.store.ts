import { assertFound } from "@gatehouse/contract/assert-found";
import type { Health } from "@gatehouse/contract/entities/health";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import type { ModuleActivation } from "@gatehouse/contract/modules/visible-menu";
import { type HealthState, isControllerAlive } from "@gatehouse/engine/health/health";
import { type NotNull, sql } from "kysely";
import type { GateAccess } from "../../house/gate-links.ts";
import { notifyChange } from "../../platform/database/channels.ts";
import type { Database, ReadDb } from "../../platform/database/database.ts";
import type { Secrets } from "../../platform/security/secrets.ts";
import { type DevicePassword, decryptPassword } from "./device-password.ts";

/** A device whose health is checked. */
export interface MonitoredDevice extends DevicePassword {
  id: number;
  vendor: string;
  module: ModuleKind;
  ip: string;
  apiPort: number;
  apiBasepath: string;
  username?: string;
  health: HealthState | undefined;
  /** Whether it has ever answered a probe. */
  hasAnswered: boolean;
  /** When its last push arrived. */
  pushedAt: Date | undefined;
  /** Null if its clock is right, or not measured. */
  clock: { driftMs: number; level: "warning" | "alert" } | null;
}

/** Lists the devices of active modules with their last health state. */
export async function listMonitoredDevices(
  db: ReadDb,
  active: ModuleActivation,
  secrets?: Secrets,
): Promise<MonitoredDevice[]> {
  const rows = await db
    .selectFrom("ai_devices")
    .leftJoin("device_health", "device_health.deviceId", "ai_devices.id")
    .leftJoin("device_clocks", "device_clocks.deviceId", "ai_devices.id")
    .leftJoin("ingest_tokens", "ingest_tokens.deviceId", "ai_devices.id")
    .select([
      "ai_devices.id",
      "vendor",
      "module",
      "ip",
      "apiPort",
      "apiBasepath",
      "isHealthy",
      "failedProbes",
      "since",
      "hasAnswered",
      sql<string | null>`"lastPayload"->>'at'`.as("pushedAt"),
      "driftMs",
      "level",
      "username",
      "passwordSecret",
    ])
    .where("ip", "is not", null)
    .$narrowType<{ ip: NotNull }>()
    .orderBy("ai_devices.id")
    .execute();
  return rows
    .filter((row) => active[row.module as ModuleKind])
    .map(({ isHealthy, failedProbes, since, username, passwordSecret, driftMs, level, ...device }) => ({
      ...device,
      hasAnswered: device.hasAnswered ?? false,
      pushedAt: device.pushedAt === null ? undefined : new Date(device.pushedAt),
      module: device.module as ModuleKind,
      apiPort: device.apiPort ?? 80,
      apiBasepath: device.apiBasepath ?? "",
      ...(username !== null && { username }),
      ...(secrets && decryptPassword(secrets, passwordSecret)),
      clock: driftMs !== null && (level === "warning" || level === "alert") ? { driftMs, level } : null,
      health:
        since === null
          ? undefined
          : {
              isHealthy: isHealthy ?? true,
              failedProbes: assertFound(failedProbes, "a state of health without its failed probes"),
              since: new Date(since),
            },
    }));
}

/** Saves a device's health state and notifies browsers if it became healthy or unhealthy. */
export async function saveHealth(
  db: Database,
  device: MonitoredDevice,
  { isHealthy, failedProbes, since, hasAnswered }: HealthState & { hasAnswered: boolean },
): Promise<void> {
  const state = { isHealthy, failedProbes, since, hasAnswered };
  await db
    .insertInto("device_health")
    .values({ deviceId: device.id, ...state })
    .onConflict((conflict) => conflict.column("deviceId").doUpdateSet(state))
    .execute();
  if (isHealthy !== (device.health?.isHealthy ?? true)) await notifyHealthChange(db);
}

/** Notifies browsers of a changed health state. */
export async function notifyHealthChange(db: Database): Promise<void> {
  await sql`select ${notifyChange("health")}`.execute(db);
}

export async function saveHeartbeat(db: Database, now: Date): Promise<void> {
  await db
    .insertInto("field_controller")
    .values({ id: 1, lastBeatAt: now })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ lastBeatAt: now }))
    .execute();
}

export async function loadLastHeartbeat(db: ReadDb): Promise<Date | undefined> {
  const row = await db.selectFrom("field_controller").select("lastBeatAt").executeTakeFirst();
  return row && new Date(row.lastBeatAt);
}

/** The health of the field controller and the devices, for the header's chips. */
export async function loadHealth(db: ReadDb, active: ModuleActivation, now: Date, access: GateAccess): Promise<Health> {
  const monitored = await listMonitoredDevices(db, active);
  const devices = monitored.filter(({ id }) => access.may("ai_devices", id, "visible"));
  const of = (...kinds: ModuleKind[]) =>
    devices
      .filter((device) => kinds.includes(device.module))
      .map(({ health, clock, ip, apiPort }) => ({
        isHealthy: health?.isHealthy ?? true,
        deviceInfo: { ip, apiPort },
        ...(clock && { clock }),
      }));
  return {
    mcp: isControllerAlive(await loadLastHeartbeat(db), now),
    shield: of("EPLD"),
    anpr: {
      osd: of("OSD"),
      cameraCounting: of("CAMERA_COUNTING"),
      accessControl: of("ANPR_ACCESS_CONTROL", "RFID_ACCESS_CONTROL"),
    },
  };
}
