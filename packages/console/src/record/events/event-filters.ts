import type { SiteEvent } from "@gatehouse/contract/entities/event";
import type { EventFigureName } from "@gatehouse/contract/events/event-fields";
import type { EventModule, EventStatus } from "@gatehouse/contract/events/event-module";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";

export interface EventFilters {
  /** Absent: any. */
  status?: EventStatus;
  search?: string;
  source?: string;
  direction?: GateType;
  granted?: "true" | "false";
  /** ISO 8601; `to` is exclusive. */
  from?: string;
  to?: string;
  /** The events behind a figure of the overview. */
  figure?: EventFigureName;
  /** Ids separated by commas. */
  gates?: string;
  /** An hour of a weekday, such as "1-8". */
  weekHour?: string;
}

/** Name of the camera, reader or loop. */
export function sourceOf(event: SiteEvent): string {
  switch (event.module) {
    case "LOOP_DETECTOR":
      return event.detectorName;
    case "CAMERA_COUNTING":
    case "EPLD":
      return event.source.name;
    default:
      return event.sourceName;
  }
}

/** Name of the source, and of the gate if that differs. */
export function eventPlaces(event: SiteEvent): string[] {
  const gate = "gate" in event ? event.gate?.name : undefined;
  return [...new Set([sourceOf(event), ...(gate === undefined ? [] : [gate])])];
}

/** Direction of the vehicle, if known. */
export function eventDirection(event: SiteEvent): GateType | null {
  if (event.module === "LOOP_DETECTOR") return event.gateType;
  return "direction" in event ? event.direction : null;
}

export function plateOrTag(event: SiteEvent): string | undefined {
  if (event.module === "RFID_ACCESS_CONTROL") return event.tag;
  return "lp" in event ? event.lp : undefined;
}

/** Whether a streamed event belongs to a list: the server's filter rules, for one event. */
export function matchesFilters(event: SiteEvent, module: EventModule, filters: EventFilters): boolean {
  const { status, search = "", source, direction, granted, from, to, figure, weekHour } = filters;
  const atMs = Date.parse(event.dateTime);
  const text = normalizeIdentifier(search);
  return (
    event.module === module &&
    // Only the server knows which events a figure counts, and the hours of the site's weekdays.
    figure === undefined &&
    weekHour === undefined &&
    (status === undefined || event.status === status) &&
    (search.trim() === "" || (text !== "" && normalizeIdentifier(plateOrTag(event) ?? "").includes(text))) &&
    (source === undefined || sourceOf(event) === source) &&
    (direction === undefined || eventDirection(event) === direction) &&
    (granted === undefined || ("isGranted" in event && String(event.isGranted) === granted)) &&
    (from === undefined || atMs >= Date.parse(from)) &&
    (to === undefined || atMs < Date.parse(to))
  );
}
