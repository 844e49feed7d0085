import type { Gate } from "@gatehouse/contract/entities/gate";
import type { Station } from "@gatehouse/contract/entities/station";
import { accessOutcomeTitles, toAccessOutcome } from "@gatehouse/contract/events/decision";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { callQuery } from "../../api/call-query.ts";
import { useLiveState } from "../../api/live-link.ts";
import { ownAccountQuery } from "../../api/own-account.ts";
import { useSite } from "../../api/site.ts";
import { formatSince } from "../../ui/format-time.ts";
import { useStableCallback } from "../../ui/use-stable-callback.ts";
import { NoGate } from "./no-gate.tsx";
import classes from "./station.module.css";
import { readOf } from "./station-event.ts";
import { StationGate } from "./station-gate.tsx";
import { stationQuery } from "./station-query.ts";
import { StationTools } from "./station-tools.tsx";
import { useStationKeys } from "./use-station-keys.ts";
import { useStationSounds } from "./use-station-sounds.ts";
import { useWatchedGates } from "./use-watched-gates.ts";

const none: readonly Gate[] = [];

/** One gate that fills the screen, or several side by side. Keys act on the gate that a person chose last. */
export function StationBoard() {
  const { timeZone } = useSite();
  const { gateIds, watch } = useWatchedGates();
  const gates = useQuery(callQuery("gates", "GET /gates"));
  const stations = useQueries({ queries: gateIds.map(stationQuery) }).flatMap(({ data }) => (data ? [data] : []));
  const [chosenId, setChosenId] = useState<number>();
  useOwnGate(gateIds, watch);
  const panels = useRef<HTMLDivElement>(null);
  const focusedId = gateIds.find((id) => id === chosenId) ?? gateIds[0];
  const isTiled = gateIds.length > 1;
  const move = (step: number) => {
    const place = gateIds.indexOf(focusedId ?? 0) + step;
    const next = panels.current?.children[(place + gateIds.length) % gateIds.length];
    if (next instanceof HTMLElement) next.focus();
  };
  useStationKeys(isTiled ? { arrowleft: () => move(-1), arrowright: () => move(1) } : {});
  const tools = <StationTools gates={gates.data ?? none} gateIds={gateIds} timeZone={timeZone} onWatch={watch} />;
  return (
    <div className={classes.station} data-tiled={isTiled || undefined}>
      {isTiled && <div className={classes.head}>{tools}</div>}
      <LostConnection timeZone={timeZone} />
      <StationSounds stations={stations} />
      <p className="visually-hidden" role="status">
        {describeNewest(stations)}
      </p>
      <div ref={panels} className={classes.panels} data-count={gateIds.length}>
        {gateIds.length === 0 && <NoGate isTiled={false} onRemove={() => watch([])} />}
        {gateIds.map((gateId) => (
          <StationGate
            key={gateId}
            gateId={gateId}
            isTiled={isTiled}
            hasKeys={gateId === focusedId}
            tools={isTiled ? null : tools}
            onFocus={() => setChosenId(gateId)}
            onRemove={() => watch(gateIds.filter((id) => id !== gateId))}
          />
        ))}
      </div>
    </div>
  );
}

/** Leads a person who took over to their gate, if they may see none of those on the screen. */
function useOwnGate(gateIds: readonly number[], watch: (gateIds: readonly number[]) => void): void {
  const account = useQuery(ownAccountQuery).data;
  const gates = useQuery(callQuery("gates", "GET /gates"));
  const before = useRef<string>(undefined);
  const lead = useStableCallback((username: string | undefined) => {
    const isSwitched = before.current !== undefined && before.current !== username;
    before.current = username;
    const own = account?.gateIds ?? null;
    if (!isSwitched || own === null || gateIds.some((id) => own.includes(id))) return;
    const named = gates.data?.filter(({ id }) => own.includes(id)) ?? [];
    const [first] = named.toSorted((one, other) => one.name.localeCompare(other.name));
    watch(first ? [first.id] : own.slice(0, 1));
  });
  useEffect(() => lead(account?.username), [account?.username, lead]);
}

/** On its own, because it renders every second. */
function StationSounds({ stations }: { stations: readonly Station[] }) {
  useStationSounds(stations);
  return null;
}

/** For screen readers: the vehicle that arrived last, of those that wait. */
function describeNewest(stations: readonly Station[]): string {
  const waiting = stations.flatMap(({ gate, waiting: cards }) => cards.map(({ event }) => ({ gate, event })));
  const [newest] = waiting.sort((one, other) => other.event.id - one.event.id);
  if (!newest) return "";
  const { gate, event } = newest;
  const outcome = accessOutcomeTitles[toAccessOutcome(event.isGranted, event.barrierFailure)];
  return `${gate.name}: ${formatPlate(readOf(event).text)} waits. ${outcome}`;
}

/** What is shown may be outdated, and nothing can be opened. */
function LostConnection({ timeZone }: { timeZone: string }) {
  const state = useLiveState();
  if (state.kind !== "offline") return null;
  return (
    <p className={classes.lost} role="alert">
      {`No connection since ${formatSince(new Date(state.sinceMs), new Date(), timeZone)}. Vehicles that arrive now are not shown, and the station can't open the gate.`}
    </p>
  );
}
