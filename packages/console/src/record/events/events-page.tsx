import type { EventModule, EventStatus } from "@gatehouse/contract/events/event-module";
import { Button, Tabs } from "@mantine/core";
import { IconVideo, IconVideoOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { ReadIdentifierOverlay } from "../../access/read-identifier-overlay.tsx";
import { useSite } from "../../api/site.ts";
import { LiveCamera } from "../../gate/live-camera.tsx";
import { useWatchable } from "../../gate/use-watchable.ts";
import { Page } from "../../ui/page.tsx";
import { useStoredChoice } from "../../ui/use-stored-choice.ts";
import { cameraModuleOf, camerasQuery } from "./event.queries.ts";
import { eventKinds } from "./event-kinds.tsx";
import { EventList } from "./event-list.tsx";
import classes from "./live-strip.module.css";
import { useEventParams } from "./use-event-params.ts";

const tabs: readonly EventStatus[] = ["PROCESSED", "RECEIVED"];
const all = "All";

/** The events of a module: processed, received, or all. */
export default function EventsPage({ module }: { module: EventModule }) {
  const { status, figure, go } = useEventParams();
  const tab = status ?? all;
  const choose = (chosen: string | null) => {
    const next = tabs.find((one) => one === chosen);
    // An outcome belongs to one status, so it is kept only among all events.
    go({ status: next, ...(next !== undefined && { isGranted: undefined }) });
  };
  return (
    <Page purpose={eventKinds[module].purpose}>
      {module !== "LOOP_DETECTOR" && <LiveStrip module={module} />}
      {figure !== undefined ? (
        // The events behind a figure have any status.
        <EventList module={module} />
      ) : (
        <Tabs value={tab} onChange={choose}>
          <Tabs.List aria-label="Status">
            {[...tabs, all].map((one) => (
              <Tabs.Tab key={one} value={one}>
                {one}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={tab} pt="md">
            <EventList module={module} />
          </Tabs.Panel>
        </Tabs>
      )}
      {(module === "ANPR_ACCESS_CONTROL" || module === "RFID_ACCESS_CONTROL") && <ReadIdentifierOverlay />}
    </Page>
  );
}

/** The live pictures of a module's cameras, above its events. Nothing if no camera has one. */
function LiveStrip({ module }: { module: EventModule }) {
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
