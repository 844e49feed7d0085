import { alertScopeOf } from "@gatehouse/contract/entities/alert-type";
import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { boardId, type HardwareKind } from "@gatehouse/contract/hardware-status";
import type { BoardStatus, DeviceStatus } from "@gatehouse/drivers/device-status";
import { findDriver } from "@gatehouse/drivers/find-driver";
import type { HardwareTransports } from "@gatehouse/drivers/hardware-transport";
import type { RelayAddress } from "@gatehouse/drivers/relays/relay";
import { signDrivers } from "@gatehouse/drivers/signs/registry";
import {
  addEvidence,
  type Evidence,
  needsRecheck,
  type Reachability,
  unchecked,
} from "@gatehouse/engine/health/reachability";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { Secrets } from "../../platform/security/secrets.ts";
import type { Services } from "../../platform/services.ts";
import type { HardwareRegistry } from "../hardware-registry.ts";
import type { ReportedStatus } from "../reported-status.ts";
import { isActive, moduleOfDisplay } from "../site/active-display.ts";
import { listBoards, type SiteBoard } from "../site-boards.ts";
import type { Site, SiteCache } from "../site-cache.ts";
import type { SiteDisplay } from "../site-wiring.ts";
import type { AddressQueues } from "./address-queues.ts";
import type { RelayRoutes } from "./relay-routes.ts";
import { withCommunity } from "./sign-community.ts";

/** A board or sign to check. */
interface StatusTarget extends Pick<ReportedStatus, "id" | "name" | "alert"> {
  readonly kind: HardwareKind & ("board" | "sign");
  readonly host: string;
  readonly port: number;
  /** Why it can't be checked. */
  readonly uncheckable?: string;
  /** The relays of a board. */
  readonly relays: readonly RelayAddress[];
  check(transports: HardwareTransports): Promise<DeviceStatus & Partial<Pick<BoardStatus, "isClosed">>>;
}

/** The boards and signs that this feature checks. Boards with inputs only are checked by reading the inputs. */
function listStatusTargets(site: Site, secrets: Secrets): StatusTarget[] {
  const boards = [...listBoards(site).values()].filter(({ relays, hasInputs }) => relays.size > 0 || !hasInputs);
  return [
    ...boards.map(toBoardTarget),
    ...[...site.displays.values()].flatMap((display) => toSign(site, display, secrets)),
  ];
}

function toBoardTarget({ id, name, host, port, relays, alert }: SiteBoard): StatusTarget {
  const base = { kind: "board", id, name, host, port, alert, relays: [...relays.values()].flat() } as const;
  if (relays.size === 0) return { ...base, uncheckable: "Its driver can't check it.", check: noCheck };
  return {
    ...base,
    check: async (transports) => {
      const isClosed = new Map<number, boolean>();
      let last: DeviceStatus = { state: "connected" };
      for (const [driver, addresses] of relays) {
        const status = await driver.checkStatus?.(addresses, transports);
        if (!status) continue;
        for (const [relay, state] of status.isClosed) isClosed.set(relay, state);
        last = status;
        if (status.state === "failed") break;
      }
      return { ...last, isClosed };
    },
  };
}

function toSign(site: Site, display: SiteDisplay, secrets: Secrets): StatusTarget[] {
  const module = moduleOfDisplay(display);
  if (display.type !== "grid" || display.address === null || !module || !isActive(site, display)) return [];
  const { address } = display;
  const gates = [...site.gates.values()].filter(({ displays }) => displays.some(({ id }) => id === display.id));
  const base = {
    kind: "sign",
    id: String(display.id),
    name: display.name,
    host: address.host,
    port: address.port,
    relays: [],
    alert: { scope: alertScopeOf[module], gates: gates.map(({ name }) => name), devices: [] },
  } as const;
  const driver = findDriver(signDrivers, display.driver);
  const { checkStatus } = driver ?? {};
  if (!checkStatus) return [{ ...base, uncheckable: "Its driver can't check it.", check: noCheck }];
  const sign = withCommunity(address, display, secrets);
  if (!sign.ok) return [{ ...base, uncheckable: sign.outcome.detail, check: noCheck }];
  return [{ ...base, check: (transports) => checkStatus(sign.address, transports) }];
}

const noCheck = async (): Promise<DeviceStatus> => ({ state: "connected" });

/** Identifies a board or sign. */
export type CheckedHardware = { readonly kind: HardwareKind; readonly id: string };

/** Checks boards and signs. */
export interface StatusChecks {
  /** The result of a command counts as a check. */
  addResult(hardware: CheckedHardware, result: HardwareResult): void;
  start(): BackgroundJob;
}

interface StatusCheckParts {
  readonly services: Services;
  readonly siteCache: SiteCache;
  readonly queues: AddressQueues;
  readonly routes: RelayRoutes;
  readonly registry: HardwareRegistry;
  readonly isLeading: () => boolean;
  /** The relays of a board as it reports them. */
  readonly onRelays: (relays: readonly RelayAddress[], isClosed: ReadonlyMap<number, boolean>) => void;
  /** The device was offline and replies again; it may have lost power. */
  readonly onReturn: (target: StatusTarget) => void;
}

const tickMs = 250;
/** With the time limits of an exchange, two failed checks take less than 10 s. */
const checkIntervalMs = 2_000;
const recheckMs = 500;
const maxConcurrentChecks = 32;

interface Checked {
  readonly reachability: Reachability;
  readonly dueMs: number;
  readonly isQueued: boolean;
  /** Time since the device started, as it last reported. */
  readonly upSeconds?: number;
}

const keyOf = ({ kind, id }: CheckedHardware) => `${kind} ${id}`;

export const boardOf = (relay: { readonly host: string; readonly port: number }): CheckedHardware => ({
  kind: "board",
  id: boardId(relay),
});

/** Checks each address every two seconds, in its queue and after its commands; a waiting command ends a check. */
export function createStatusChecks(parts: StatusCheckParts): StatusChecks {
  const { services, siteCache, queues, routes, isLeading } = parts;
  const { clock, log } = services;
  let targets = new Map<string, StatusTarget>();
  let listedSite: Site | undefined;
  const checked = new Map<string, Checked>();
  let concurrent = 0;
  let report: () => void = () => {};

  const stateOf = (key: string): Checked =>
    checked.get(key) ?? { reachability: unchecked, dueMs: Number.NEGATIVE_INFINITY, isQueued: false };
  const change = (key: string, next: Partial<Checked>) => checked.set(key, { ...stateOf(key), ...next });

  function add(key: string, evidence: Evidence): void {
    const target = targets.get(key);
    if (!target) return;
    const before = stateOf(key).reachability;
    const reachability = addEvidence(before, evidence);
    const waitMs = needsRecheck(reachability) ? recheckMs : checkIntervalMs;
    change(key, { reachability, dueMs: clock.monotonicMs() + waitMs });
    report();
    if (before.state === "offline" && reachability.state === "online") parts.onReturn(target);
  }

  function enqueue(key: string, target: StatusTarget): void {
    const controller = new AbortController();
    concurrent += 1;
    change(key, { isQueued: true });
    const run = async () => {
      try {
        if (isLeading() && targets.has(key)) await check(key, target, controller.signal);
      } finally {
        concurrent -= 1;
        if (checked.has(key)) change(key, { isQueued: false });
      }
    };
    queues.add(`${target.host}:${target.port}`, { isBackground: true, run, cancel: () => controller.abort() });
  }

  async function check(key: string, target: StatusTarget, signal: AbortSignal): Promise<void> {
    // A name lookup can't be interrupted, so its result is ignored.
    const status = await Promise.race([request(target, signal), interruption(signal)]);
    if (!status || signal.aborted || !isLeading()) return void change(key, { dueMs: clock.monotonicMs() + recheckMs });
    add(key, toEvidence(status));
    if (status.state === "replied" && status.upSeconds !== undefined) followUptime(key, target, status.upSeconds);
    if (status.isClosed) parts.onRelays(target.relays, status.isClosed);
  }

  async function request(target: StatusTarget, signal: AbortSignal): ReturnType<StatusTarget["check"]> {
    const route = await routes.to(target.host, { signal });
    return route.ok ? target.check(route.transports) : { state: "failed", detail: route.outcome.detail };
  }

  /** A device that restarted between two checks was never offline, but has lost its state. */
  function followUptime(key: string, target: StatusTarget, upSeconds: number): void {
    const { upSeconds: before = 0 } = stateOf(key);
    change(key, { upSeconds });
    if (upSeconds < before) parts.onReturn(target);
  }

  function listTargets(site: Site): void {
    if (site === listedSite) return;
    listedSite = site;
    targets = new Map(listStatusTargets(site, services.secrets).map((target) => [keyOf(target), target]));
    for (const key of checked.keys()) if (!targets.has(key)) checked.delete(key);
  }

  async function tick(): Promise<{ waitMs: number }> {
    if (!isLeading()) return { waitMs: tickMs };
    listTargets(await siteCache.now());
    const nowMs = clock.monotonicMs();
    const due = [...targets].filter(([key, { uncheckable }]) => {
      const { dueMs, isQueued } = stateOf(key);
      return uncheckable === undefined && !isQueued && dueMs <= nowMs;
    });
    // The longest overdue first.
    due.sort(([a], [b]) => stateOf(a).dueMs - stateOf(b).dueMs);
    for (const [key, target] of due.slice(0, Math.max(0, maxConcurrentChecks - concurrent))) enqueue(key, target);
    report();
    return { waitMs: tickMs };
  }

  const toStatus = (key: string, { kind, id, name, alert, uncheckable }: StatusTarget): ReportedStatus => {
    const { state, reason } = uncheckable === undefined ? stateOf(key).reachability : unreadable(uncheckable);
    return { kind, id, name, state, reason, alert };
  };

  return {
    addResult: (hardware, { outcome, detail }) => {
      const key = keyOf(hardware);
      if (outcome !== "unreachable") return add(key, { kind: "replied", detail: null });
      add(key, { kind: "failed", detail, isCommand: true });
    },
    start: () => {
      const reporter = parts.registry.add();
      let hasTargets = false;
      report = () => {
        if (hasTargets) reporter.report([...targets].map(([key, target]) => toStatus(key, target)));
      };
      const job = startJob("hardware status", log, async () => {
        const wait = await tick();
        if (isLeading()) hasTargets = true;
        report();
        return wait;
      });
      return {
        stop: async () => {
          await job.stop();
          report = () => {};
          reporter.close();
          listedSite = undefined;
          targets = new Map();
          checked.clear();
          await parts.registry.settled();
        },
      };
    },
  };
}

const interruption = (signal: AbortSignal) =>
  new Promise<undefined>((resolve) => {
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });

const unreadable = (reason: string) => ({ state: "unknown" as const, reason });

function toEvidence(status: DeviceStatus): Evidence {
  if (status.state === "failed") return { kind: "failed", detail: status.detail, isCommand: false };
  return status.state === "replied" ? { kind: "replied", detail: status.detail } : { kind: "connected" };
}
