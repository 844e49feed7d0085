import type { Station } from "@gatehouse/contract/entities/station/station.schema";
import { ActionIcon, Button } from "@mantine/core";
import {
  IconArrowsExchange,
  IconLayoutGrid,
  IconMaximize,
  IconMinimize,
  IconVolume,
  IconVolumeOff,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { ActingPerson } from "../../access/acting-person.tsx";
import { useMay } from "../../api/permissions.ts";
import { formatSince } from "../../ui/format-time.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import classes from "./station.module.css";
import { StationClock } from "./station-clock.tsx";
import { useFullscreen } from "./use-fullscreen.ts";
import { useStationKeys } from "./use-station-keys.ts";
import { useMuted } from "./use-station-sounds.ts";

const HandoverDialog = lazyWithRetry(() => import("./handover-dialog.tsx"));

interface StationToolsProps {
  gateId: number;
  onDuty: Station["onDuty"];
  timeZone: string;
}

/** The clock, sound, full screen and shift handover of the station. */
export function StationTools({ gateId, onDuty, timeZone }: StationToolsProps) {
  const may = useMay();
  const [isMuted, setIsMuted] = useMuted();
  const fullscreen = useFullscreen();
  const [isHandover, setIsHandover] = useState(false);
  useStationKeys({ m: () => setIsMuted(!isMuted), f: fullscreen.toggle });
  const sound = isMuted ? "Switch sound on" : "Mute";
  const size = fullscreen.isOn ? "Leave full screen" : "Full screen";
  return (
    <div className={classes.tools}>
      <ActingPerson />
      {onDuty && (
        <span className={classes.quiet}>
          {`${onDuty.by} since ${formatSince(new Date(onDuty.since), new Date(), timeZone)}`}
        </span>
      )}
      {may("POST /station/{gateId}/handover") && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconArrowsExchange size={16} aria-hidden />}
          onClick={() => setIsHandover(true)}
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
      <Link to="/station" className={classes.change}>
        <IconLayoutGrid size={16} aria-hidden /> All gates
      </Link>
      <StationClock timeZone={timeZone} />
      <Suspense>
        {isHandover && <HandoverDialog gateId={gateId} timeZone={timeZone} onClose={() => setIsHandover(false)} />}
      </Suspense>
    </div>
  );
}
