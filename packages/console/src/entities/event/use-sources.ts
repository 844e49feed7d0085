import type { SiteEvent } from "@gatehouse/contract/entities/event/event.schema";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import { sourceOf } from "./event-filters.ts";

/** Modules whose events come from sensors; those of the others come from cameras. */
const sensorScopes: Partial<Record<EventModule, "ac" | "loop">> = { RFID_ACCESS_CONTROL: "ac", LOOP_DETECTOR: "loop" };

/** Names of the sources that can be filtered by: the configured ones, and those of the listed events. */
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
