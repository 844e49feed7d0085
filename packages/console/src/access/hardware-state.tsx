import type { HardwareKind, HardwareState as State } from "@gatehouse/contract/hardware-status";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { callQuery } from "../api/call-query.ts";
import { useSite } from "../api/site.ts";
import { formatSince } from "../ui/format-time.ts";
import classes from "./hardware-state.module.css";

/** A state as text with a dot, never by colour alone. */
export function StateText({ state, children }: { state: State; children: ReactNode }) {
  return (
    <span className={classes.state} data-state={state}>
      <span>{children}</span>
    </span>
  );
}

/** LIVE-10: the state of a device; nothing if the server does not check it. */
export function HardwareState({ kind, id }: { kind: HardwareKind; id: number | string }) {
  const { data = [] } = useQuery(callQuery("hardware_status", "GET /hardware/status"));
  const { timeZone } = useSite();
  const status = data.find((one) => one.kind === kind && one.id === String(id));
  if (!status) return null;
  const { state, reason, since } = status;
  if (state === "online") return <StateText state={state}>Online</StateText>;
  if (state === "unknown") return <StateText state={state}>{reason ?? "Not checked yet"}</StateText>;
  const start = formatSince(new Date(since), new Date(), timeZone);
  return (
    <StateText state={state}>
      {reason === null ? `Offline since ${start}` : `Offline since ${start}: ${reason}`}
    </StateText>
  );
}

/** The details of a row on one side, the state of its device on the other. */
export function DetailsWithState({ kind, id, children }: { kind: HardwareKind; id: number; children: ReactNode }) {
  return (
    <span className={classes.row}>
      <span>{children}</span>
      <HardwareState kind={kind} id={id} />
    </span>
  );
}
