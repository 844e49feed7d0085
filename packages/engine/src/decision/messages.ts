import type { OutgoingMessage } from "@gatehouse/contract/events/outgoing-message";
import { asText } from "@gatehouse/contract/fields/as-text";
import type { Source } from "../events/incoming-event.ts";
import type { Site } from "../site/site.ts";
import type { Identifier } from "./decision-context.ts";
import type { EventRecord } from "./outcome.ts";

/** Each entry or exit of a plate or tag registered by MyGate. */
export function mygateNotices(site: Site, event: EventRecord, matched: readonly Identifier[]): OutgoingMessage[] {
  const its = matched.find(({ origin }) => origin === "MYGATE");
  if (!its || !site.hasMygate || event.direction === null) return [];
  const payload = {
    refId: asText(its.externalId),
    kind: its.type === "RFID" ? "TAG" : "LPN",
    entity: its.vehicleType,
    plate: asText(event.lpRaw ?? (its.type === "RFID" ? event.tag : its.normalized)),
    direction: event.direction === "N" ? "IN" : "OUT",
    status: "GRANTED",
    at: event.occurredAt.toISOString(),
  } as const;
  return [{ kind: "mygate-notice", payload }];
}

/** An unregistered vehicle at an entry gets a ticket if its camera has a ticket machine. */
export function ticketRequests(site: Site, event: EventRecord, { camera }: Source): OutgoingMessage[] {
  const tvm = camera?.tvm;
  const isAsking = event.isGranted === false && event.direction === "N" && event.plateNormalized !== "";
  if (!tvm || !isAsking || site.configs.ticketUrl === "") return [];
  const payload = {
    machine: tvm.code,
    machineName: tvm.name,
    plate: asText(event.lp),
    gate: asText(event.gateName),
    eventId: event.id,
    at: event.occurredAt.toISOString(),
  };
  return [{ kind: "ticket", payload }];
}
