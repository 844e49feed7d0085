import {
  type ArmPosition,
  armPositionTitles,
  boardId,
  type HardwareKind,
  type HardwareStatus,
  hardwareKindTitles,
} from "@gatehouse/contract/hardware-status";
import { useQuery } from "@tanstack/react-query";
import { callQuery, sharedQuery } from "../api/call-query.ts";
import { useSite } from "../api/site.ts";
import { formatSince } from "../ui/format-time.ts";
import classes from "./hardware-state.module.css";

/** A state as dot and text. */
export interface StateText {
  text: string;
  tone?: "ok" | "warn" | "bad";
  /** Shown on hover. */
  title?: string;
}

const positionTones: Record<ArmPosition, StateText["tone"]> = {
  open: "ok",
  closed: "ok",
  moving: "warn",
  contradiction: "bad",
  unknown: undefined,
};

const statusQuery = sharedQuery("hardware_status", "GET /hardware/status");
const positionsQuery = callQuery("hardware_status", "GET /hardware/barrier-positions");

/** Finds the status of hardware and the positions of barriers; both are live. */
export function useHardwareState() {
  const { timeZone } = useSite();
  const { data: statuses } = useQuery(statusQuery);
  const { data: positions } = useQuery(positionsQuery);

  const textOf = (kind: HardwareKind, id: string): StateText | undefined => {
    const status = statuses?.find((one) => one.kind === kind && one.id === id);
    return status && toStateText(status, formatSince(new Date(status.since), new Date(), timeZone));
  };
  return {
    textOf,
    boardOf: (ip: string | null | undefined, port: number) =>
      ip ? textOf("board", boardId({ host: ip, port })) : undefined,
    positionOf: (barrierId: number): StateText | undefined => {
      const found = positions?.find((one) => one.barrierId === barrierId);
      if (!found) return undefined;
      const tone = positionTones[found.position];
      return { text: armPositionTitles[found.position], ...(tone && { tone }) };
    },
  };
}

function toStateText({ kind, state, reason }: HardwareStatus, since: string): StateText {
  const title = reason === null ? {} : { title: reason };
  const noun = hardwareKindTitles[kind];
  if (state === "offline") return { text: `${noun} offline since ${since}`, tone: "bad", ...title };
  if (state === "unknown") return { text: reason === null ? "Not checked yet" : `${noun} not checked`, ...title };
  return reason === null ? { text: "Online", tone: "ok" } : { text: "Online, with faults", tone: "warn", ...title };
}

/** Draws a state; nothing without one. */
export function StateBadge({ state }: { state: StateText | undefined }) {
  if (!state) return null;
  return (
    <span className={classes.state} data-tone={state.tone} title={state.title}>
      {state.text}
    </span>
  );
}

/** The state of a sign, reader or loop. */
export function DeviceState({ kind, id }: { kind: HardwareKind; id: number }) {
  return <StateBadge state={useHardwareState().textOf(kind, String(id))} />;
}

/** The state of the board of a relay. */
export function BoardState({ ip, port }: { ip: string | null | undefined; port: number }) {
  return <StateBadge state={useHardwareState().boardOf(ip, port)} />;
}

/** The position of a barrier and the state of its board. */
export function BarrierState({ id, ip, port }: { id: number; ip: string | null | undefined; port: number }) {
  const { positionOf, boardOf } = useHardwareState();
  return (
    <>
      <StateBadge state={positionOf(id)} />
      <StateBadge state={boardOf(ip, port)} />
    </>
  );
}
