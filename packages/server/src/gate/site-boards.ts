import { appendTo } from "@gatehouse/contract/collections";
import { type AlertScope, alertScopeOf } from "@gatehouse/contract/entities/alert-type";
import { boardId } from "@gatehouse/contract/hardware-status";
import { findDriver } from "@gatehouse/drivers/find-driver";
import { loopDrivers } from "@gatehouse/drivers/loops/registry";
import { relayDrivers } from "@gatehouse/drivers/relays/registry";
import type { RelayAddress, RelayDriver } from "@gatehouse/drivers/relays/relay";
import type { ReportedStatus } from "./reported-status.ts";
import { isActive, moduleOfDisplay } from "./site/active-display.ts";
import type { Site, SiteSensor } from "./site-cache.ts";
import type { SiteGate, SiteRelay } from "./site-wiring.ts";

/** A board with everything that is wired to it: all relays and inputs at one address. */
export interface SiteBoard {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /** The relays by driver, for drivers that can check their board. */
  readonly relays: ReadonlyMap<RelayDriver, readonly RelayAddress[]>;
  /** Whether loop detectors or position contacts are read from it. */
  readonly hasInputs: boolean;
  readonly alert: NonNullable<ReportedStatus["alert"]>;
}

/** Something that is wired to a board. */
interface Use {
  readonly host: string;
  readonly port: number;
  readonly relay?: SiteRelay;
  readonly device: string;
  readonly scope: AlertScope;
  readonly gates: readonly string[];
}

/** Whether a module that uses barriers and buzzers is active. */
export const hasAccessControl = ({ modules }: Pick<Site, "modules">): boolean =>
  modules.ANPR_ACCESS_CONTROL || modules.RFID_ACCESS_CONTROL;

/** The boards of all active devices, by id. */
export function listBoards(site: Site): ReadonlyMap<string, SiteBoard> {
  const uses = Map.groupBy(listUses(site), boardId);
  return new Map([...uses].map(([id, group]) => [id, toBoard(id, group)]));
}

function toBoard(id: string, uses: readonly Use[]): SiteBoard {
  const { host = "", port = 0 } = uses[0] ?? {};
  const relays = new Map<RelayDriver, RelayAddress[]>();
  for (const { relay } of uses) {
    const driver = relay && findDriver(relayDrivers, relay.driver);
    if (!relay?.address || !driver?.checkStatus) continue;
    appendTo(relays, driver, relay.address);
  }
  const hasInputs = uses.some(({ relay }) => !relay);
  const gates = unique(uses.flatMap((use) => use.gates));
  const scopes = new Set(uses.map(({ scope }) => scope));
  return {
    id,
    name: `${uses.some(({ relay }) => relay) ? "Relay" : "Input"} board ${host}:${port}`,
    host,
    port,
    relays,
    hasInputs,
    alert: {
      scope: scopes.has("ac") ? "ac" : (uses[0]?.scope ?? "ac"),
      gates,
      devices: unique(uses.map(({ device }) => device)),
    },
  };
}

function listUses(site: Site): Use[] {
  const gates = [...site.gates.values()];
  const gatesOf = (isUsed: (gate: SiteGate) => boolean) => gates.filter(isUsed).map(({ name }) => name);
  const relayUse = (relay: SiteRelay, rest: Pick<Use, "device" | "scope" | "gates">): Use[] =>
    relay.address ? [{ host: relay.address.host, port: relay.address.port, relay, ...rest }] : [];
  const uses: Use[] = [];
  if (hasAccessControl(site)) {
    for (const { id, name: device, relay, contacts } of site.barriers.values()) {
      const rest = { device, scope: "ac" as const, gates: gatesOf(({ barrier }) => barrier?.id === id) };
      uses.push(...relayUse(relay, rest));
      if (contacts && findDriver(loopDrivers, contacts.driver))
        uses.push({ host: contacts.host, port: contacts.port, ...rest });
    }
    for (const { id, name: device, relay } of site.buzzers.values())
      uses.push(...relayUse(relay, { device, scope: "ac", gates: gatesOf(({ buzzer }) => buzzer?.id === id) }));
  }
  for (const display of site.displays.values()) {
    const module = moduleOfDisplay(display);
    if (display.type !== "binary" || !module || !isActive(site, display)) continue;
    const users = gatesOf(({ displays }) => displays.some(({ id }) => id === display.id));
    uses.push(...relayUse(display.relay, { device: display.name, scope: alertScopeOf[module], gates: users }));
  }
  if (!site.modules.LOOP_DETECTOR) return uses;
  for (const { ip: host, port, name: device } of [...site.sensors.values()].filter(isReadLoop))
    uses.push({ host, port, device, scope: alertScopeOf.LOOP_DETECTOR, gates: [] });
  return uses;
}

/** Whether a sensor is a loop that the server reads from an input. Loops with another driver push their pulses. */
export const isReadLoop = (sensor: SiteSensor): sensor is SiteSensor & { port: number; channel: number } =>
  sensor.scope === "loop" &&
  sensor.ip !== "" &&
  sensor.port !== null &&
  sensor.channel !== null &&
  findDriver(loopDrivers, sensor.driver) !== undefined;

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
