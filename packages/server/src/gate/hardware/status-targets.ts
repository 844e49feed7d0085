import { alertScopeOf } from "@gatehouse/contract/entities/alert-type";
import type { HardwareKind } from "@gatehouse/contract/hardware-status";
import type { BoardStatus, DeviceStatus } from "@gatehouse/drivers/device-status";
import { findDriver } from "@gatehouse/drivers/find-driver";
import type { HardwareTransports } from "@gatehouse/drivers/hardware-transport";
import type { RelayAddress } from "@gatehouse/drivers/relays/relay";
import { signDrivers } from "@gatehouse/drivers/signs/registry";
import type { Secrets } from "../../platform/security/secrets.ts";
import type { ReportedStatus } from "../reported-status.ts";
import { isActive, moduleOfDisplay } from "../site/active-display.ts";
import { listBoards, type SiteBoard } from "../site-boards.ts";
import type { Site } from "../site-cache.ts";
import type { SiteDisplay } from "../site-wiring.ts";
import { withCommunity } from "./sign-community.ts";

/** A board or sign to check. */
export interface StatusTarget extends Pick<ReportedStatus, "id" | "name" | "alert"> {
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
export function listStatusTargets(site: Site, secrets: Secrets): StatusTarget[] {
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
