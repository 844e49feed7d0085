import type { EventModule } from "@gatehouse/contract/events/event-module";
import { Button } from "@mantine/core";
import { IconVideo, IconVideoOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { LiveCamera } from "../../access/live-camera.tsx";
import { useWatchable } from "../../access/use-watchable.ts";
import { useSite } from "../../api/site.ts";
import { useStoredChoice } from "../../ui/use-stored-choice.ts";
import { cameraModuleOf, camerasQuery } from "./event.queries.ts";
import classes from "./live-strip.module.css";

/** LIVE-7: the live pictures of a module's cameras, above its events. Nothing if no camera has one. */
export function LiveStrip({ module }: { module: EventModule }) {
  const { timeZone } = useSite();
  const [isShown, setIsShown] = useStoredChoice("live-pictures", true);
  const code = cameraModuleOf(module);
  const cameras = useQuery(camerasQuery(code));
  const { isPending, canWatch } = useWatchable();
  const watched = cameras.data?.filter(canWatch) ?? [];
  if ((cameras.isPending || isPending) && isShown) return <div className={classes.pending} />;
  if (watched.length === 0) return null;
  return (
    <section className={classes.strip} aria-label="Live pictures">
      <Button
        className={classes.toggle}
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
