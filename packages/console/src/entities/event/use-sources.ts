import type { SiteEvent } from "@gatehouse/contract/entities/event/event.schema";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { codeOf } from "@gatehouse/contract/modules/module-code";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import { sourceOf } from "./event-filters.ts";

/** The readers and loops that send by themselves; everything else is seen by cameras. */
const sensorScopes: Partial<Record<EventModule, "ac" | "loop">> = { RFID_ACCESS_CONTROL: "ac", LOOP_DETECTOR: "loop" };

/** What may have sent a module's events: what is set up, and whoever is in the list, also when it is gone by now. */
export function useSources(module: EventModule, rows: readonly SiteEvent[], chosen: string | undefined): string[] {
  const scope = sensorScopes[module];
  const sensors = useQuery({
    ...callQuery("sensors", "GET /sensors/{module}", { params: { module: scope ?? "ac" } }),
    enabled: scope !== undefined,
  });
  const cameras = useQuery({
    ...callQuery("cameras", "GET /cameras/{module}", { params: { module: codeOf(module) } }),
    enabled: scope === undefined,
  });
  const known = [...(sensors.data ?? []), ...(cameras.data ?? [])].map(({ name }) => name);
  const names = new Set([...known, ...rows.map(sourceOf), ...(chosen === undefined ? [] : [chosen])]);
  return [...names].filter((name) => name !== "").toSorted((one, other) => one.localeCompare(other));
}
