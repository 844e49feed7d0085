import { hash } from "node:crypto";
import type { RequiredValues } from "@gatehouse/contract/entities/config/required-configs";
import type { LiveTopic } from "@gatehouse/contract/entities/live/live-topic";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import type { ModuleKind } from "@gatehouse/contract/modules/module-kind";
import type {
  SiteDevice as DecisionDevice,
  SiteSensor as DecisionSensor,
  Site as DecisionSite,
} from "@gatehouse/engine/site/site";
import { loadModuleActivation } from "../configuration/module-activation.store.ts";
import { loadRequiredConfigs } from "../configuration/required-config.store.ts";
import { channels } from "../platform/database/channels.ts";
import type { ReadDb } from "../platform/database/database.ts";
import type { Secrets } from "../platform/security/secrets.ts";
import type { Services } from "../platform/services.ts";
import { loadCameras, loadCounters } from "./site-cameras.ts";
import { loadWiring, type SiteWiring } from "./site-wiring.ts";

/** How a device proves that it is the device. */
export interface SiteToken {
  /** Hash of its secret, for a comparison in constant time; null when the stored secret can't be decrypted. */
  readonly digest: Buffer | null;
  readonly isByAddress: boolean;
  /** From where its secret last came, unless that changed since the site was read. */
  readonly knownAddress: string | null;
}

/** What a secret is compared by. */
export const hashSecret = (secret: string): Buffer => hash("sha256", secret, "buffer");

/** A device as the engine sees it, with what authenticates its pushes. */
export interface SiteDevice extends DecisionDevice {
  readonly label: string;
  readonly vendor: string;
  readonly ip: string | null;
  readonly token: SiteToken | undefined;
}

/** A reader or loop detector as the engine sees it, with what authenticates its pushes. */
export interface SiteSensor extends DecisionSensor {
  readonly ip: string;
  readonly token: SiteToken | undefined;
}

/** The configured site at one moment, with the addresses and secrets that the server needs besides decisions. */
export interface Site extends Omit<DecisionSite, keyof SiteWiring>, SiteWiring {
  readonly configs: RequiredValues;
  readonly devices: ReadonlyMap<number, SiteDevice>;
  readonly sensors: ReadonlyMap<number, SiteSensor>;
}

/** The site as it is now, kept in memory until a notice says that it changed. */
export interface SiteCache {
  now(): Promise<Site>;
  /** Reads anew: for whoever changed something and cannot wait for its notice. */
  drop(): void;
  /** The site as it is now, where what was kept may be behind; however often that is asked for, it is read now and then. */
  again(): Promise<Site>;
  /** Whether a device or sensor has this address, as far as was read last; never waits for the database. */
  isRegisteredAddress(address: string): boolean;
  close(): void;
}

// Anyone may send what makes us look again.
const leastMsBetween = 100;

// Base variables change only along with the cameras and sensors that they count.
const topics: ReadonlySet<string> = new Set<LiveTopic>([
  "ai_devices",
  "boom_barriers",
  "buzzers",
  "cameras",
  "configs",
  "displays",
  "gates",
  "lanes",
  "module_activation",
  "mygate",
  "sensors",
  "slot_controllers",
  "tvms",
]);

/**
 * Reads the site when it is first needed and again after each notice of a change. Between a change and its notice, a few
 * milliseconds, a decision may still rest on what was before; nothing that must not be stale (identifiers,
 * reservations, passages) is kept here.
 */
export function createSiteCache({ db, secrets, live }: Pick<Services, "db" | "secrets" | "live">): SiteCache {
  let kept: Promise<Site> | undefined;
  let addresses: ReadonlySet<string> = new Set();
  let againAt = Number.NEGATIVE_INFINITY;
  const unfollow = live.follow(channels.changes, (topic) => {
    if (topic === "" || topics.has(topic)) kept = undefined;
  });

  function read(): Promise<Site> {
    const reading = loadSite(db, (sealed) => secrets.open(sealed));
    reading.then(
      (site) => {
        addresses = addressesOf(site);
      },
      () => {
        if (kept === reading) kept = undefined;
      },
    );
    return reading;
  }

  return {
    now: () => {
      kept ??= read();
      return kept;
    },
    drop: () => {
      kept = undefined;
    },
    again: () => {
      const now = performance.now();
      if (now - againAt >= leastMsBetween) {
        againAt = now;
        kept = undefined;
      }
      kept ??= read();
      return kept;
    },
    isRegisteredAddress: (address) => addresses.has(address),
    close: unfollow,
  };
}

function addressesOf({ devices, sensors }: Site): ReadonlySet<string> {
  return new Set([...devices.values(), ...sensors.values()].flatMap(({ ip }) => ip ?? []));
}

async function loadSite(db: ReadDb, open: Secrets["open"]): Promise<Site> {
  const [modules, configs, tokens, cameras, controllers, devices, sensors, counters, mygate, wiring] =
    await Promise.all([
      loadModuleActivation(db),
      loadRequiredConfigs(db),
      db
        .selectFrom("ingest_tokens")
        .select(["deviceId", "sensorId", "ingestSecret", "isByAddress", "knownAddress"])
        .execute(),
      loadCameras(db),
      db.selectFrom("slot_controllers").select(["id", "aiDeviceId", "uid", "name"]).execute(),
      db.selectFrom("ai_devices").select(["id", "label", "vendor", "module", "ip"]).execute(),
      db.selectFrom("sensors").select(["id", "uid", "name", "scope", "additionalInfo"]).execute(),
      loadCounters(db),
      db.selectFrom("mygate").select("id").execute(),
      loadWiring(db),
    ]);
  const tokenOf = (isIts: (row: (typeof tokens)[number]) => boolean): SiteToken | undefined => {
    const row = tokens.find(isIts);
    if (!row) return undefined;
    // SAFE-1: an unreadable secret stops only its own device, never the site.
    const secret = open(row.ingestSecret);
    const { isByAddress, knownAddress } = row;
    return { digest: secret === undefined ? null : hashSecret(secret), isByAddress, knownAddress };
  };
  const listCameras = Map.groupBy(cameras, ({ deviceId }) => deviceId);
  const controllersOf = Map.groupBy(controllers, ({ aiDeviceId }) => aiDeviceId);
  return {
    modules,
    configs,
    ...wiring,
    devices: byId(
      devices.map(({ module, ...device }) => ({
        ...device,
        module: module as ModuleKind,
        token: tokenOf(({ deviceId }) => deviceId === device.id),
        cameras: listCameras.get(device.id) ?? [],
        controllers: controllersOf.get(device.id) ?? [],
      })),
    ),
    sensors: byId(
      sensors.map(({ additionalInfo, uid, scope, ...sensor }) => {
        const { ip, gtp } = additionalInfo as { ip: string; gtp: GateType };
        const token = tokenOf(({ sensorId }) => sensorId === sensor.id);
        return { ...sensor, scope: scope as SiteSensor["scope"], uid: uid ?? "", ip, gateType: gtp, token };
      }),
    ),
    counters,
    hasMygate: mygate.length > 0,
  };
}

const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));
