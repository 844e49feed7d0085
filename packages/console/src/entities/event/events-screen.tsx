import type { EventModule, EventStatus } from "@gatehouse/contract/events/event-module";
import { Tabs } from "@mantine/core";
import { Page } from "../../ui/page.tsx";
import { eventKinds } from "./event-kinds.tsx";
import { EventList } from "./event-list.tsx";
import { useEventParams } from "./use-event-params.ts";

const tabs: readonly EventStatus[] = ["PROCESSED", "RECEIVED"];

/** EVT-1: the events of a module, processed and received. */
export function EventsScreen({ module }: { module: EventModule }) {
  const { status, go } = useEventParams();
  return (
    <Page purpose={eventKinds[module].purpose}>
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
    </Page>
  );
}
