import type { Gate } from "@gatehouse/contract/entities/gate";
import { ActionIcon, Button } from "@mantine/core";
import {
  IconArrowsExchange,
  IconLayoutGrid,
  IconMaximize,
  IconMinimize,
  IconVolume,
  IconVolumeOff,
} from "@tabler/icons-react";
import { Suspense, useSyncExternalStore } from "react";
import { useMay } from "../../api/permissions.ts";
import { useKeptState } from "../../forms/drafts.ts";
import { ActingPerson } from "../../people/acting-person.tsx";
import { formatClockSeconds } from "../../ui/format-time.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { useSecondsNow } from "../../ui/waiting-time.tsx";
import classes from "./station.module.css";
import { useStationKeys } from "./use-station-keys.ts";
import { useMuted } from "./use-station-sounds.ts";

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
export function StationTools({ gates, gateIds, timeZone, onWatch }: StationToolsProps) {
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
