import type { EventModule, EventStatus } from "@gatehouse/contract/events/event-module";
import { Tabs } from "@mantine/core";
import { Page } from "../../ui/page.tsx";
import { eventKinds } from "./event-kinds.tsx";
import { EventList } from "./event-list.tsx";
import { LiveStrip } from "./live-strip.tsx";
import { useEventParams } from "./use-event-params.ts";

const tabs: readonly EventStatus[] = ["PROCESSED", "RECEIVED"];
const all = "All";

/** EVT-1: the events of a module: processed, received, or all. */
export function EventsScreen({ module }: { module: EventModule }) {
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
        // OPS-2: the events behind a figure have any status.
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
    </Page>
  );
}
