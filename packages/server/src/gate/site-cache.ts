import { hash, randomUUID } from "node:crypto";
import { findIn, listIn } from "@gatehouse/contract/collections";
import type { LiveTopic } from "@gatehouse/contract/entities/live";
import type { PayloadMapping } from "@gatehouse/contract/entities/payload-mapping";
import type { RequiredValues } from "@gatehouse/contract/entities/required-configs";
import type { RfidServer } from "@gatehouse/contract/entities/rfid-server";
import type { Sensor } from "@gatehouse/contract/entities/sensor";
import { parseMac, type SlotController } from "@gatehouse/contract/entities/slot-controller";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import type { PayloadReader } from "@gatehouse/drivers/plate-feeds/feed";
import { createMappedFeed } from "@gatehouse/drivers/plate-feeds/mapped-feed";
import type {
  SiteDevice as DecisionDevice,
  SiteSensor as DecisionSensor,
  Site as DecisionSite,
} from "@gatehouse/engine/site/site";
import { loadModuleActivation } from "../house/module-activation.store.ts";
import { loadRequiredConfigs } from "../house/required-config.store.ts";
import { loadRfidVehicleTypes } from "../house/vehicle-type.store.ts";
import { channels, notifyMark } from "../platform/database/channels.ts";
import type { ReadDb } from "../platform/database/database.ts";
import { alwaysUp } from "../platform/database/database-health.ts";
import { isDatabaseUnavailable } from "../platform/database/unavailable.ts";
import type { Secrets } from "../platform/security/secrets.ts";
import type { Services } from "../platform/services.ts";
import { loadPolicy, type SitePolicy } from "./site/site-policy.ts";
import { loadCameras, loadCounters, type PushingCamera } from "./site-cameras.ts";
import { loadWiring, type SiteWiring } from "./site-wiring.ts";

/** How pushes of a device are authenticated. */
export interface SiteToken {
  /** Hash of its secret, for a comparison in constant time; null when the stored secret can't be decrypted. */
  readonly digest: Buffer | null;
  readonly isByAddress: boolean;
  /** Address that last sent the secret, as of when the site was loaded. */
  readonly knownAddress: string | null;
  /** Decrypts the secret, for Digest authentication. */
  secret(): string | undefined;
}

/** Secrets are compared by their hash. */
export const hashSecret = (secret: string): Buffer => hash("sha256", secret, "buffer");

/** A device as the engine sees it, with what authenticates its pushes. */
export interface SiteDevice extends DecisionDevice {
  readonly label: string;
  readonly vendor: string;
  readonly ip: string | null;
  readonly token: SiteToken | undefined;
  readonly cameras: readonly PushingCamera[];
  /** Its custom format. */
  readonly ownFeed: PayloadReader | null;
}

/** A reader or loop detector as the engine sees it, with what authenticates its pushes. */
export interface SiteSensor extends DecisionSensor {
  readonly ip: string;
  readonly driver: string;
  readonly port: number | null;
  /** From 1: the input of a loop detector on its board, or the antenna of a reader. */
  readonly channel: number | null;
  readonly token: SiteToken | undefined;
  /** Its custom format. */
  readonly ownFeed: PayloadReader | null;
}

/** Snapshot of the configured site, with the addresses and secrets that only the server needs. */
export interface Site extends Omit<DecisionSite, keyof SiteWiring | keyof SitePolicy>, SiteWiring, SitePolicy {
  readonly configs: RequiredValues;
  readonly devices: ReadonlyMap<number, SiteDevice>;
  readonly sensors: ReadonlyMap<number, SiteSensor>;
  /** The port and driver for readers that connect to the server; null before the first save. */
  readonly rfidServer: RfidServer | null;
}

/** Caches the site in memory until a notification reports a change. */
export interface SiteCache {
  now(): Promise<Site>;
  /** Invalidates the cache, for a caller that changed something and can't wait for the notification. */
  drop(): void;
  /** Reloads the site if the cache may be outdated; frequent calls share one reload. */
  reload(): Promise<Site>;
  /** Loads the site of an earlier process from what it saved. */
  restore(saved: ReadDb): Promise<void>;
  /** Whether a device or sensor had this address at the last load; never waits for the database. */
  isRegisteredAddress(address: string): boolean;
  close(): void;
}

// Unauthenticated pushes can cause reloads.
const minReloadIntervalMs = 100;

// Base variables change only together with the cameras and sensors that they count.
const topics: ReadonlySet<string> = new Set<LiveTopic>([
  "access_areas",
  "access_groups",
  "access_lists",
  "access_look_alikes",
  "access_overrides",
  "access_passes",
  "access_rules",
  "access_schedules",
  "ai_devices",
  "boom_barriers",
  "buzzers",
  "cameras",
  "code_selections",
  "configs",
  "displays",
  "gates",
  "lanes",
  "module_activation",
  "mygate",
  "payload_mappings",
  "rfid_server",
  "sensors",
  "slot_controllers",
  "tvms",
]);

type SiteCacheParts = Pick<Services, "db" | "secrets" | "live"> & Partial<Pick<Services, "health">>;

/**
 * Loads the site on first use and after each notification of a change. In the few milliseconds between a change and its
 * notification a decision may use the previous state; data that must never be stale (identifiers, reservations,
 * passages) is not cached here.
 */
export function createSiteCache({ db, secrets, live, health = alwaysUp }: SiteCacheParts): SiteCache {
  let cached: Promise<Site> | undefined;
  /** Used while the database does not respond. */
  let last: Promise<Site> | undefined;
  let addresses: ReadonlySet<string> = new Set();
  let reloadedAt = Number.NEGATIVE_INFINITY;
  /** Payload sent before the last load. Notifications have the order of commits, so the load includes all before it. */
  let mark: string | undefined;
  const unfollow = live.follow(channels.changes, (topic) => {
    if (topic === mark || topic === "") mark = undefined;
    if (topic === "" || (mark === undefined && topics.has(topic))) cached = undefined;
  });

  const open: Secrets["open"] = (sealed) => secrets.open(sealed);

  async function loadMarked(): Promise<Site> {
    const own = `site ${randomUUID()}`;
    mark = own;
    try {
      await notifyMark(own, db);
    } catch (error) {
      if (mark === own) mark = undefined;
      if (isDatabaseUnavailable(error)) throw error;
      // A database that can't be written: every notification counts.
    }
    return loadSite(db, open);
  }

  function load(): Promise<Site> {
    if (last && !health.isUp()) return last;
    const loaded = loadMarked();
    const before = last;
    const loading = before
      ? loaded.catch((error: unknown) => {
          if (!isDatabaseUnavailable(error)) throw error;
          if (cached === loading) cached = undefined;
          return before;
        })
      : loaded;
    loading.then(
      (site) => {
        addresses = addressesOf(site);
        last = Promise.resolve(site);
      },
      () => {
        if (cached === loading) cached = undefined;
      },
    );
    return loading;
  }

  return {
    now: () => {
      if (last && !health.isUp()) return last;
      cached ??= load();
      return cached;
    },
    restore: async (saved) => {
      const site = await loadSite(saved, open);
      addresses = addressesOf(site);
      last = Promise.resolve(site);
    },
    drop: () => {
      cached = undefined;
    },
    reload: () => {
      const now = performance.now();
      if (now - reloadedAt >= minReloadIntervalMs) {
        reloadedAt = now;
        cached = undefined;
      }
      if (last && !health.isUp()) return last;
      cached ??= load();
      return cached;
    },
    isRegisteredAddress: (address) => addresses.has(address),
    close: unfollow,
  };
}

function addressesOf({ devices, sensors }: Site): ReadonlySet<string> {
  const cameras = [...devices.values()].flatMap((device) => device.cameras);
  return new Set(
    [...devices.values(), ...sensors.values(), ...cameras].map(({ ip }) => ip).filter((ip) => ip !== null),
  );
}

/** Loads the configured site. */
export async function loadSite(db: ReadDb, decrypt: Secrets["open"]): Promise<Site> {
  const [
    modules,
    configs,
    tokens,
    cameras,
    controllers,
    devices,
    sensors,
    counters,
    types,
    mygate,
    rfid,
    mappings,
    wiring,
  ] = await Promise.all([
    loadModuleActivation(db),
    loadRequiredConfigs(db),
    db
      .selectFrom("ingest_tokens")
      .select(["deviceId", "sensorId", "ingestSecret", "isByAddress", "opensWithoutTime", "knownAddress"])
      .execute(),
    loadCameras(db),
    db.selectFrom("slot_controllers").select(["id", "aiDeviceId", "uid", "name", "additionalInfo"]).execute(),
    db.selectFrom("ai_devices").select(["id", "label", "vendor", "module", "ip"]).execute(),
    db.selectFrom("sensors").select(["id", "uid", "name", "scope", "actuatorId", "additionalInfo"]).execute(),
    loadCounters(db),
    loadRfidVehicleTypes(db),
    db.selectFrom("mygate").select("id").execute(),
    db.selectFrom("rfid_server").select(["port", "drv"]).execute(),
    loadMappings(db),
    loadWiring(db),
  ]);
  const tokenOf = (isOwn: (row: (typeof tokens)[number]) => boolean): SiteToken | undefined => {
    const row = tokens.find(isOwn);
    if (!row) return undefined;
    // An unreadable secret affects only its own device.
    const secret = decrypt(row.ingestSecret);
    const { isByAddress, knownAddress } = row;
    return {
      digest: secret === undefined ? null : hashSecret(secret),
      isByAddress,
      knownAddress,
      secret: () => decrypt(row.ingestSecret),
    };
  };
  const findOwnFeed = (isOwn: (row: (typeof mappings)[number]) => boolean): PayloadReader | null => {
    const mapping = mappings.find(isOwn)?.mapping as PayloadMapping | null | undefined;
    return mapping ? createMappedFeed(mapping) : null;
  };
  const rules = await loadPolicy(db, configs.timeZone);
  const camerasOf = Map.groupBy(cameras, ({ deviceId }) => deviceId);
  const controllersOf = Map.groupBy(controllers, ({ aiDeviceId }) => aiDeviceId);
  return {
    modules,
    configs,
    ...wiring,
    ...rules,
    devices: byId(
      devices.map(({ module, ...device }) => ({
        ...device,
        module: module as ModuleKind,
        token: tokenOf(({ deviceId }) => deviceId === device.id),
        opensWithoutTime: tokens.some((token) => token.deviceId === device.id && token.opensWithoutTime),
        ownFeed: findOwnFeed(({ deviceId }) => deviceId === device.id),
        cameras: listIn(camerasOf, device.id),
        controllers: listIn(controllersOf, device.id).map(({ additionalInfo, ...controller }) => ({
          ...controller,
          mac: parseMac((additionalInfo as SlotController["additionalInfo"]).adr) ?? "",
        })),
      })),
    ),
    sensors: byId(
      sensors.map(({ additionalInfo, uid, scope, actuatorId, ...sensor }) => {
        const { ip, gtp, drv, port, channel } = additionalInfo as SensorInfo;
        return {
          ...sensor,
          scope: scope as SiteSensor["scope"],
          uid: uid ?? "",
          ip,
          driver: drv,
          port: port ?? null,
          channel: channel ?? null,
          gateType: gtp,
          barrier: findIn(wiring.barriers, actuatorId) ?? null,
          token: tokenOf(({ sensorId }) => sensorId === sensor.id),
          ownFeed: findOwnFeed(({ sensorId }) => sensorId === sensor.id),
        };
      }),
    ),
    counters,
    rfidServer: rfid[0] ?? null,
    rfidVehicleTypes: types,
    hasMygate: mygate.length > 0,
  };
}

/** The newest version of each custom format. */
const loadMappings = (db: ReadDb) =>
  db
    .selectFrom("payload_mappings")
    .distinctOn(["deviceId", "sensorId"])
    .select(["deviceId", "sensorId", "mapping"])
    .orderBy("deviceId")
    .orderBy("sensorId")
    .orderBy("version", "desc")
    .execute();

type SensorInfo = Sensor["additionalInfo"];

const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));
