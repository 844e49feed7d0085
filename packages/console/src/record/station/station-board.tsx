import type { Gate } from "@gatehouse/contract/entities/gate";
import type { Station } from "@gatehouse/contract/entities/station";
import { accessOutcomeTitles, toAccessOutcome } from "@gatehouse/contract/events/decision";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
import { ActionIcon, Button } from "@mantine/core";
import {
  IconArrowsExchange,
  IconLayoutGrid,
  IconMaximize,
  IconMinimize,
  IconVolume,
  IconVolumeOff,
} from "@tabler/icons-react";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { callQuery } from "../../api/call-query.ts";
import { useLiveState } from "../../api/live-link.ts";
import { ownAccountQuery } from "../../api/own-account.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useKeptState } from "../../forms/drafts.ts";
import { ActingPerson } from "../../people/acting-person.tsx";
import { formatClockSeconds, formatSince } from "../../ui/format-time.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { useStableCallback } from "../../ui/use-stable-callback.ts";
import { useSecondsNow } from "../../ui/waiting-time.tsx";
import { NoGate } from "./no-gate.tsx";
import classes from "./station.module.css";
import { readOf } from "./station-event.ts";
import { StationGate } from "./station-gate.tsx";
import { stationQuery } from "./station-query.ts";
import { useStationKeys } from "./use-station-keys.ts";
import { useMuted, useStationSounds } from "./use-station-sounds.ts";
import { useWatchedGates } from "./use-watched-gates.ts";

const subscribe = (listener: () => void) => {
  document.addEventListener("fullscreenchange", listener);
  return () => document.removeEventListener("fullscreenchange", listener);
};

/** Full screen without menu and header: their styles hide them while the document has it. */
function useFullscreen(): { isOn: boolean; isPossible: boolean; toggle: () => void } {
  const isOn = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  return {
    isOn,
    isPossible: document.fullscreenEnabled,
    // A browser may refuse it; the page works without.
    toggle: () =>
      void (isOn ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {}),
  };
}

const HandoverDialog = lazyWithRetry(() => import("./handover-dialog.tsx"));
const GatePicker = lazyWithRetry(() => import("./gate-picker.tsx"));

interface StationToolsProps {
  /** All gates of the person. */
  gates: readonly Gate[];
  /** The gates on the screen. */
  gateIds: readonly number[];
  timeZone: string;
  onWatch: (gateIds: readonly number[]) => void;
}

/** The clock, sound, full screen, choice of gates and shift handover of the station. */
function StationTools({ gates, gateIds, timeZone, onWatch }: StationToolsProps) {
  const may = useMay();
  const [isMuted, setIsMuted] = useMuted();
  const fullscreen = useFullscreen();
  const [dialog, setDialog] = useKeptState<"handover" | "gates" | undefined>("station-dialog", undefined);
  const close = () => setDialog(undefined);
  useStationKeys({ m: () => setIsMuted(!isMuted), f: fullscreen.toggle });
  const sound = isMuted ? "Switch sound on" : "Mute";
  const size = fullscreen.isOn ? "Leave full screen" : "Full screen";
  const watched = gateIds.flatMap((gateId) => gates.filter(({ id }) => id === gateId));
  return (
    <div className={classes.tools}>
      <ActingPerson />
      <Button
        variant="default"
        size="sm"
        leftSection={<IconLayoutGrid size={16} aria-hidden />}
        onClick={() => setDialog("gates")}
      >
        Gates
      </Button>
      {may("POST /station/{gateId}/handover") && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconArrowsExchange size={16} aria-hidden />}
          onClick={() => setDialog("handover")}
        >
          Shift handover
        </Button>
      )}
      <ActionIcon
        variant="default"
        size={36}
        aria-label={sound}
        title={`${sound} (M)`}
        onClick={() => setIsMuted(!isMuted)}
      >
        {isMuted ? <IconVolumeOff size={18} aria-hidden /> : <IconVolume size={18} aria-hidden />}
      </ActionIcon>
      {fullscreen.isPossible && (
        <ActionIcon variant="default" size={36} aria-label={size} title={`${size} (F)`} onClick={fullscreen.toggle}>
          {fullscreen.isOn ? <IconMinimize size={18} aria-hidden /> : <IconMaximize size={18} aria-hidden />}
        </ActionIcon>
      )}
      <StationClock timeZone={timeZone} />
      <Suspense>
        {dialog === "handover" && <HandoverDialog gates={watched} timeZone={timeZone} onClose={close} />}
        {dialog === "gates" && <GatePicker gates={gates} chosen={gateIds} onChoose={onWatch} onClose={close} />}
      </Suspense>
    </div>
  );
}

/** The time at the site, with seconds: it shows that the page is alive. */
function StationClock({ timeZone }: { timeZone: string }) {
  const nowMs = useSecondsNow();
  return <time className={classes.clock}>{formatClockSeconds(new Date(nowMs), timeZone)}</time>;
}

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
