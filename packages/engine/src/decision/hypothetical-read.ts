import type { Detection } from "@gatehouse/contract/events/detection";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import type { AccessQuestion } from "../access/access.ts";
import type { NumberedEvent } from "../events/incoming-event.ts";
import type { SiteCamera } from "../site/site.ts";

/** A what-if question: this plate or tag at this gate at this time. */
export interface HypotheticalRead {
  readonly type: "LICENSE_PLATE" | "RFID";
  readonly read: string;
  /** The tag that is read together with a plate, or the plate together with a tag. */
  readonly otherRead?: string | undefined;
  readonly gateId: number;
  readonly at: Date;
  /** Asks for a direction other than the gate's own, as a bidirectional camera would report it. */
  readonly direction?: GateType | undefined;
}

const hypotheticalId = 0;

/** The event that a read at the gate would cause right then. */
export function hypotheticalRead({ type, read, gateId, at, direction }: HypotheticalRead): NumberedEvent {
  const base = { eventId: "", source: null, at, direction: direction ?? null };
  const detection: Detection =
    type === "RFID"
      ? { ...base, kind: "tag", tag: read }
      : {
          ...base,
          kind: "plate",
          plate: read,
          confidence: null,
          vehicleType: null,
          speed: null,
          images: [],
          isAfterwards: false,
        };
  const module = type === "RFID" ? "RFID_ACCESS_CONTROL" : "ANPR_ACCESS_CONTROL";
  const camera = direction === undefined ? null : bidirectionalCamera(module);
  return {
    id: hypotheticalId,
    module,
    sender: "what-if",
    deviceId: null,
    source: { camera, controller: null, sensor: null, name: "", uid: "", counters: [], gateId },
    detection,
    receivedAt: at,
    occurredAt: at,
    timing: "live",
  };
}

/** The other factor of the question. */
export const hypotheticalOther = ({ type, otherRead }: HypotheticalRead): AccessQuestion["read"] | undefined =>
  otherRead === undefined
    ? undefined
    : {
        type: type === "RFID" ? "LICENSE_PLATE" : "RFID",
        raw: otherRead,
        normalized: normalizeIdentifier(otherRead),
      };

const bidirectionalCamera = (module: SiteCamera["module"]): SiteCamera => ({
  id: hypotheticalId,
  deviceId: hypotheticalId,
  module,
  name: "",
  uids: [],
  isSaved: true,
  isBidirectional: true,
  gateType: null,
  lane: null,
  tvm: null,
});
