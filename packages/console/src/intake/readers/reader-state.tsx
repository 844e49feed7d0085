import type { HardwareState } from "@gatehouse/contract/hardware-status";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { sharedQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { formatSince } from "../../ui/format-time.ts";
import classes from "./reader-state.module.css";

/** A state as text with a dot, never by colour alone. */
export function StateText({ state, children }: { state: HardwareState; children: ReactNode }) {
  return (
    <span className={classes.state} data-state={state}>
      <span>{children}</span>
    </span>
  );
}

/** The state of a reader; nothing if the server does not drive it. */
export function ReaderState({ id }: { id: number }) {
  const { data = [] } = useQuery(sharedQuery("hardware_status", "GET /hardware/status"));
  const { timeZone } = useSite();
  const status = data.find((one) => one.kind === "reader" && one.id === String(id));
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
