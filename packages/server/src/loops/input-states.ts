import { alertScopeOf } from "@gatehouse/contract/entities/alert-type";
import { type ArmPosition, toArmPosition } from "@gatehouse/contract/hardware-status";
import type { ReportedStatus } from "../hardware-status/reported-status.ts";
import type { SiteBoard } from "../hardware-status/site-boards.ts";
import type { BoardPoller } from "./board-poller.ts";
import type { Loop, LoopBoard } from "./loop-boards.ts";

type PollerOf = (key: string) => BoardPoller | undefined;
type Boards = ReadonlyMap<string, LoopBoard>;

const unread = { state: "unknown", reason: null } as const;

/** LIVE-10: the positions of the barriers with contacts. */
export function toPositions(boards: Boards, pollerOf: PollerOf): ReadonlyMap<number, ArmPosition> {
  const positions = new Map<number, ArmPosition>();
  for (const [key, { contacts }] of boards) {
    const poller = pollerOf(key);
    for (const { barrierId, open, closed } of contacts) {
      const inputs = [open, closed].map((channel) => (channel === null ? undefined : poller?.inputOf(channel)));
      const isRead = (channel: number | null, input: boolean | undefined) => channel === null || input !== undefined;
      const areRead = isRead(open, inputs[0]) && isRead(closed, inputs[1]);
      positions.set(barrierId, areRead ? toArmPosition({ open: inputs[0], closed: inputs[1] }) : "unknown");
    }
  }
  return positions;
}

/** LIVE-10: the states of loops, and of boards that have inputs only. */
export function toInputStatuses(
  siteBoards: ReadonlyMap<string, SiteBoard>,
  boards: Boards,
  pollerOf: PollerOf,
): ReportedStatus[] {
  return [...boards].flatMap(([key, board]) => {
    const poller = pollerOf(key);
    const status = poller?.status() ?? unread;
    const siteBoard = siteBoards.get(board.id);
    const ownBoard: ReportedStatus[] =
      siteBoard && siteBoard.relays.size === 0
        ? [{ kind: "board", id: board.id, name: siteBoard.name, ...status, alert: siteBoard.alert }]
        : [];
    return [...ownBoard, ...board.loops.map((loop) => toLoopStatus(loop, status, poller?.refusalOf(loop.channel)))];
  });
}

/** The alert of the board covers a board that does not reply. */
function toLoopStatus(
  { sensor: { id, name } }: Loop,
  status: Pick<ReportedStatus, "state" | "reason">,
  refusal: string | undefined,
): ReportedStatus {
  const base = { kind: "loop", id: String(id), name } as const;
  if (status.state !== "online" || refusal === undefined) return { ...base, ...status, alert: null };
  const alert = { scope: alertScopeOf.LOOP_DETECTOR, gates: [], devices: [] };
  return { ...base, state: "offline", reason: refusal, alert };
}
