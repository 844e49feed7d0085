import { listIn } from "@gatehouse/contract/collections";
import { parseMac } from "@gatehouse/contract/entities/slot-controller";
import type { Detection } from "@gatehouse/contract/events/detection";
import type { EventModule, EventTiming } from "@gatehouse/contract/events/event-module";
import { maxIdentifierLength, normalizeShort } from "@gatehouse/contract/fields/identifier-text";
import { classOf } from "../overspeed/overspeed.ts";
import type { Counter, Site, SiteCamera, SiteController, SiteDevice, SiteSensor } from "../site/site.ts";
import { toOccurrence } from "../timing/timing.ts";

/** The authenticated sender of an event: a device with cameras, or a reader or loop detector. */
export type Sender =
  | {
      readonly kind: "device";
      readonly device: SiteDevice;
      /** The camera, if the port identifies it; otherwise the message names it. */
      readonly camera?: SiteCamera;
    }
  | { readonly kind: "sensor"; readonly sensor: SiteSensor };

/** The camera, slot controller or sensor that detected something. */
export interface Source {
  readonly camera: SiteCamera | null;
  readonly controller: SiteController | null;
  readonly sensor: SiteSensor | null;
  readonly name: string;
  readonly uid: string;
  readonly counters: readonly Counter[];
  /** Set for a what-if question, which names its gate; otherwise the wiring of the source determines it. */
  readonly gateId?: number;
}

/** One detection on its way to a decision. */
export interface IncomingEvent {
  readonly module: EventModule;
  readonly sender: string;
  readonly deviceId: number | null;
  readonly source: Source;
  readonly detection: Detection;
  readonly receivedAt: Date;
  readonly occurredAt: Date;
  readonly timing: EventTiming;
  /** The device sent no time, and its settings require one for opening. */
  readonly lacksTime?: boolean;
}

/** An incoming event that is not a duplicate, with its database id. */
export interface NumberedEvent extends IncomingEvent {
  readonly id: number;
}

const maxLength = { eventId: 200, plate: maxIdentifierLength, text: 255 };
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const controlCharacters = /[\u0000-\u001f\u007f]/g;
/** Removes what PostgreSQL cannot store and cuts to the maximum length. */
const clean = (text: string, max: number) => text.toWellFormed().replaceAll(controlCharacters, "").trim().slice(0, max);
const earliestMs = Date.UTC(1970, 0, 1);
const latestMs = Date.UTC(2200, 0, 1);

/** The module that handles a detection, by its kind and sender; null if the sender's module has no use for it. */
export function findModule(sender: Sender, { kind }: Detection): EventModule | null {
  if (sender.kind === "sensor") {
    if (sender.sensor.scope === "loop") return kind === "loop" ? "LOOP_DETECTOR" : null;
    return kind === "tag" ? "RFID_ACCESS_CONTROL" : null;
  }
  const { module } = sender.device;
  const modules: Record<Detection["kind"], readonly EventModule[]> = {
    plate: ["ANPR_ACCESS_CONTROL", "OSD", "CAMERA_COUNTING"],
    tag: ["RFID_ACCESS_CONTROL"],
    count: ["CAMERA_COUNTING"],
    slots: ["EPLD"],
    loop: ["LOOP_DETECTOR"],
  };
  return modules[kind].find((one) => one === module) ?? null;
}

const countersOf = ({ counters }: Site, kind: "camera" | "controller" | "sensor", id: number) =>
  listIn(counters, `${kind} ${id}`);

/** The camera or controller that a device names; undefined if it is not known yet. */
export function findSource(site: Site, sender: Sender, named: string | null): Source | undefined {
  if (sender.kind === "sensor") {
    const { sensor } = sender;
    const counters = countersOf(site, "sensor", sensor.id);
    return { camera: null, controller: null, sensor, name: sensor.name, uid: sensor.uid, counters };
  }
  const { cameras, controllers } = sender.device;
  const ofCamera = (camera: SiteCamera | undefined): Source | undefined =>
    camera && {
      camera,
      controller: null,
      sensor: null,
      name: camera.name,
      uid: camera.uids[0] ?? camera.name,
      counters: countersOf(site, "camera", camera.id),
    };
  if (sender.camera) return ofCamera(sender.camera);
  if (named === null) {
    const saved = cameras.filter(({ isSaved }) => isSaved);
    return saved.length === 1 ? ofCamera(saved[0]) : findSource(site, sender, unnamedSource);
  }
  const controller =
    controllers.find(({ uid, name }) => uid === named || name === named) ??
    findOnly(controllers, ({ uid, name }) => isSameName(uid, named) || isSameName(name, named)) ??
    findOnly(controllers, ({ mac }) => mac === parseMac(named));
  if (controller) {
    const counters = countersOf(site, "controller", controller.id);
    return { camera: null, controller, sensor: null, name: controller.name, uid: controller.uid, counters };
  }
  // A camera's name may be another camera's id. Saved cameras take precedence over unsaved ones.
  const { saved = [], fresh = [] } = Object.groupBy(cameras, ({ isSaved }) => (isSaved ? "saved" : "fresh"));
  const byId = ({ uids }: SiteCamera) => uids.includes(named);
  const byName = ({ name }: SiteCamera) => name === named;
  const byLooseName = ({ uids, name }: SiteCamera) => [...uids, name].some((one) => isSameName(one, named));
  return ofCamera(
    saved.find(byId) ??
      saved.find(byName) ??
      findOnly(saved, byLooseName) ??
      fresh.find(byId) ??
      fresh.find(byName) ??
      findOnly(fresh, byLooseName),
  );
}

/** Names match ignoring case and surrounding spaces, unless two cameras differ only in those. */
const isSameName = (one: string, other: string) => foldName(one) === foldName(other);
const foldName = (name: string) => normalizeShort(name).trim().toLowerCase();

function findOnly<Item>(list: readonly Item[], isMatch: (item: Item) => boolean): Item | undefined {
  const found = list.filter(isMatch);
  return found.length === 1 ? found[0] : undefined;
}

/** Name of the camera of a device that names none. */
export const unnamedSource = "unnamed";

/** A device's own name for a camera, as stored. */
export const toSourceName = (named: string | null) =>
  named === null ? null : clean(named, maxLength.text) || unnamedSource;

/** Names a sender, unique among devices and sensors. */
export const senderName = (sender: Sender) =>
  sender.kind === "device" ? `device ${sender.device.id}` : `sensor ${sender.sensor.id}`;

/** What an incoming event is made of. */
export interface IncomingParts {
  readonly sender: Sender;
  readonly source: Source;
  readonly module: EventModule;
  readonly detection: Detection;
  readonly receivedAt: Date;
  /** Time between two times, which is not their difference if the clock stepped in between. */
  readonly elapsedMs: (since: Date, until: Date) => number;
}

/** Cleans a detection and adds its source and time. */
export function toIncomingEvent(site: Site, parts: IncomingParts): IncomingEvent {
  const { sender, source, module, receivedAt, elapsedMs } = parts;
  const detection = cleanDetection(parts.detection, module);
  const at = storableTime(detection.at);
  const { occurredAt, timing } = toOccurrence({
    at,
    receivedAt,
    ...(at !== null && !Number.isNaN(at.getTime()) && { ageMs: elapsedMs(at, receivedAt) }),
    freshSeconds: site.configs.eventFreshSeconds,
  });
  return {
    module,
    sender: senderName(sender),
    deviceId: sender.kind === "device" ? sender.device.id : null,
    source,
    detection,
    receivedAt,
    occurredAt,
    timing,
    ...(lacksTime(sender, detection) && { lacksTime: true }),
  };
}

const lacksTime = (sender: Sender, detection: Detection) =>
  detection.kind === "plate" &&
  detection.isUntimed === true &&
  !(sender.kind === "device" && sender.device.opensWithoutTime);

/** The time within the range that PostgreSQL and the API can hold; an invalid date stays invalid. */
export const storableTime = (at: Date | null): Date | null =>
  at && new Date(Math.min(latestMs, Math.max(earliestMs, at.getTime())));

function cleanDetection(detection: Detection, module: EventModule): Detection {
  const base = {
    eventId: clean(detection.eventId, maxLength.eventId),
    source: toSourceName(detection.source),
    at: detection.at,
  };
  switch (detection.kind) {
    case "plate":
      // A counting camera that also reads plates counts one vehicle per plate.
      if (module === "CAMERA_COUNTING") {
        const { direction, vehicleType, vehicleClass = null, isAfterwards } = detection;
        const count = isAfterwards ? 0 : 1;
        return { ...base, kind: "count", direction, vehicleClass: vehicleClass ?? classOf(vehicleType), count };
      }
      return {
        ...detection,
        ...base,
        plate: clean(detection.plate, maxLength.plate),
        vehicleType: detection.vehicleType && clean(detection.vehicleType, maxLength.text),
        images: [],
      };
    case "tag":
      return { ...detection, ...base, tag: clean(detection.tag, maxLength.plate) };
    case "slots": {
      const slots = detection.slots.map(({ name, state }) => ({ name: clean(name, maxLength.text), state }));
      return { ...detection, ...base, slots };
    }
    default:
      return { ...detection, ...base };
  }
}
