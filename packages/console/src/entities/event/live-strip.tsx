import type { EventModule } from "@gatehouse/contract/events/event-module";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { Button } from "@mantine/core";
import { IconVideo, IconVideoOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { hasLivePicture, LiveCamera } from "../../access/live-camera.tsx";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { useStoredChoice } from "../../ui/use-stored-choice.ts";
import classes from "./live-strip.module.css";

/** Tags are read at the gates of the plate cameras; loops have no camera. */
const cameraModules: Partial<Record<EventModule, EventModule>> = { RFID_ACCESS_CONTROL: "ANPR_ACCESS_CONTROL" };

/** LIVE-7: the live pictures of a module's cameras, above its events. Nothing if no camera has one. */
export function LiveStrip({ module }: { module: EventModule }) {
  const { timeZone } = useSite();
  const [isShown, setIsShown] = useStoredChoice("live-pictures", true);
  const code = codeOf(cameraModules[module] ?? module);
  const cameras = useQuery(callQuery("cameras", "GET /cameras/{module}", { params: { module: code } }));
  const watched = cameras.data?.filter(hasLivePicture) ?? [];
  if (cameras.isPending && isShown) return <div className={classes.pending} />;
  if (watched.length === 0) return null;
  return (
    <section className={classes.strip} aria-label="Live pictures">
      <Button
        className={classes.toggle ?? ""}
        variant="subtle"
        size="compact-sm"
        leftSection={isShown ? <IconVideoOff size={16} aria-hidden /> : <IconVideo size={16} aria-hidden />}
        aria-expanded={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? "Hide live pictures" : "Show live pictures"}
      </Button>
      {isShown && (
        <ul className={classes.cameras}>
          {watched.map((camera) => (
            <li key={camera.id}>
              <LiveCamera module={code} camera={camera} timeZone={timeZone} isSmall />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
