import type { SiteEvent } from "@gatehouse/contract/entities/event";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import { sourceOf } from "./event-filters.ts";

/** Names of the sources that can be filtered by: the configured ones, and those of the listed events. */
export function useSources(module: EventModule, rows: readonly SiteEvent[], chosen: string | undefined): string[] {
  const { data: known = [] } = useQuery(
    callQuery(
      module === "RFID_ACCESS_CONTROL" || module === "LOOP_DETECTOR" ? "sensors" : "cameras",
      "GET /events/{module}/sources",
      {
        params: { module: codeOf(module) },
      },
    ),
  );
  const names = new Set([...known, ...rows.map(sourceOf), ...(chosen === undefined ? [] : [chosen])]);
  return [...names].filter((name) => name !== "").toSorted((one, other) => one.localeCompare(other));
}
