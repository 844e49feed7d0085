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

/** EVT-1: the events of a module, processed and received. */
export function EventsScreen({ module }: { module: EventModule }) {
  const { status, figure, go } = useEventParams();
  return (
    <Page purpose={eventKinds[module].purpose}>
      <Suspense>{module !== "LOOP_DETECTOR" && <LiveStrip module={module} />}</Suspense>
      {figure !== undefined ? (
        // OPS-2: the events behind a figure have any status.
        <EventList module={module} />
      ) : (
        <Tabs
          value={status}
          onChange={(tab) => go({ status: tab === "RECEIVED" ? tab : "PROCESSED", isGranted: undefined })}
        >
          <Tabs.List aria-label="Status">
            {tabs.map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {tab}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={status} pt="md">
            <EventList module={module} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Page>
  );
}
