import type { EventModule, EventStatus } from "@gatehouse/contract/events/event-module";
import { Tabs } from "@mantine/core";
import { Suspense } from "react";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { Page } from "../../ui/page.tsx";
import { eventKinds } from "./event-kinds.tsx";
import { EventList } from "./event-list.tsx";
import { useEventParams } from "./use-event-params.ts";

// Loaded after the list, which comes first.
const LiveStrip = lazyWithRetry(() => import("./live-strip.tsx"));

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
      <Suspense>{module !== "LOOP_DETECTOR" && <LiveStrip module={module} />}</Suspense>
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
