import { boardId } from "@gatehouse/contract/hardware-status";
import { findDriver } from "@gatehouse/drivers/find-driver";
import type { LoopBoard as BoardAddress, LoopDriver } from "@gatehouse/drivers/loops/loop";
import { loopDrivers } from "@gatehouse/drivers/loops/registry";
import { hasAccessControl, isReadLoop } from "../../gate/site-boards.ts";
import type { Site, SiteSensor } from "../../gate/site-cache.ts";

/** A loop detector that the server reads. */
export interface Loop {
  readonly sensor: SiteSensor;
  readonly channel: number;
}

/** The position contacts of a barrier. */
export interface Contacts {
  readonly barrierId: number;
  readonly open: number | null;
  readonly closed: number | null;
}

/** A board with the loops and position contacts that are wired to it. */
export interface LoopBoard extends BoardAddress {
  /** The id of its status. */
  readonly id: string;
  readonly driver: LoopDriver;
  readonly loops: readonly Loop[];
  readonly contacts: readonly Contacts[];
}

type InputSite = Pick<Site, "modules" | "sensors" | "barriers">;

/** The boards to read, by driver and address. */
export function listLoopBoards(site: InputSite): Map<string, LoopBoard> {
  const boards = new Map<string, LoopBoard>();
  const boardAt = (name: string, { host, port }: BoardAddress) => {
    const driver = findDriver(loopDrivers, name);
    const key = `${name} ${host} ${port}`;
    const board =
      driver && (boards.get(key) ?? { id: boardId({ host, port }), host, port, driver, loops: [], contacts: [] });
    return board && { key, board };
  };
  addLoops(site, boards, boardAt);
  addContacts(site, boards, boardAt);
  return boards;
}

type BoardAt = (driver: string, address: BoardAddress) => { key: string; board: LoopBoard } | undefined;

function addLoops(site: InputSite, boards: Map<string, LoopBoard>, boardAt: BoardAt): void {
  // An inactive module ignores its devices.
  if (!site.modules.LOOP_DETECTOR) return;
  for (const sensor of [...site.sensors.values()].filter(isReadLoop)) {
    const { ip: host, port, channel, driver } = sensor;
    const found = boardAt(driver, { host, port });
    if (found) boards.set(found.key, { ...found.board, loops: [...found.board.loops, { sensor, channel }] });
  }
}

function addContacts(site: InputSite, boards: Map<string, LoopBoard>, boardAt: BoardAt): void {
  if (!hasAccessControl(site)) return;
  for (const { id: barrierId, contacts } of site.barriers.values()) {
    if (!contacts) continue;
    const { driver, host, port, open, closed } = contacts;
    const found = boardAt(driver, { host, port });
    if (!found) continue;
    boards.set(found.key, { ...found.board, contacts: [...found.board.contacts, { barrierId, open, closed }] });
  }
}
