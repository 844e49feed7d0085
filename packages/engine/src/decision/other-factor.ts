import { listIn } from "@gatehouse/contract/collections";
import type { AccessQuestion, OtherFactor } from "../access/access.ts";
import { findVehicle } from "../access/decide.ts";
import type { NumberedEvent } from "../events/incoming-event.ts";
import type { Site } from "../site/site.ts";
import { type DecisionContext, findKnown, identifierKey } from "./decision-context.ts";

/** The vehicle's plate was read here shortly before its tag, or the other way round. */
export function findOtherFactor(
  site: Site,
  context: DecisionContext,
  { module, receivedAt }: NumberedEvent,
  { vehicle, passageKey }: { readonly vehicle: string; readonly passageKey: string | null },
): OtherFactor | null {
  if (context.otherRead) return ofVehicle(toOtherFactor(context, context.otherRead), vehicle);
  const past = passageKey === null ? undefined : context.passages.get(passageKey);
  if (!past || past.module === module) return null;
  if (Math.abs(context.elapsedMs(past.at, receivedAt)) > site.configs.passageSeconds * 1_000) return null;
  const tag = past.module === "RFID_ACCESS_CONTROL" ? context.tags.get(past.eventId) : undefined;
  return toOtherFactor(context, toOtherRead(tag, past));
}

function toOtherFactor(context: DecisionContext, read: AccessQuestion["read"]): OtherFactor {
  const passes = context.access ? listIn(context.access.passes, identifierKey(read.type, read.normalized)) : [];
  return { read, ...findKnown(context, read), passes };
}

/** A tag of another vehicle is no second factor. */
const ofVehicle = (factor: OtherFactor, vehicle: string): OtherFactor | null =>
  findVehicle({ ...factor, access: factor }) === vehicle ? factor : null;

/** A plate is the vehicle itself. */
function toOtherRead(
  tag: string | undefined,
  { module, vehicle }: { readonly module: string; readonly vehicle: string },
): AccessQuestion["read"] {
  if (module !== "RFID_ACCESS_CONTROL") return { type: "LICENSE_PLATE", raw: vehicle, normalized: vehicle };
  return { type: "RFID", raw: tag ?? "", normalized: tag ?? "" };
}
