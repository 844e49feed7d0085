import type { EventModule, EventTiming } from "@gatehouse/contract/events/event-module";
import { contentKeyOf } from "@gatehouse/drivers/plate-feeds/event-id";
import type { Sighting, SightingImage } from "@gatehouse/drivers/plate-feeds/feed";
import type { EventIdentity } from "@gatehouse/engine/event-identity/event-identity";
import { classOf } from "@gatehouse/engine/overspeed/overspeed";
import { occurrenceOf } from "@gatehouse/engine/timing/timing";
import type { Clock } from "../../platform/clock.ts";
import type { PushDeadline } from "./push-deadline.ts";
import type { Counter, Site, SiteCamera, SiteController, SiteDevice, SiteSensor } from "./site.ts";

/** Who sent something: a device with cameras, or a sensor that speaks for itself. */
export type Sender =
  | { readonly kind: "device"; readonly device: SiteDevice }
  | { readonly kind: "sensor"; readonly sensor: SiteSensor };

/** What saw it. */
export interface Source {
  readonly camera: SiteCamera | null;
  readonly controller: SiteController | null;
  readonly sensor: SiteSensor | null;
  readonly name: string;
  readonly uid: string;
  readonly counters: readonly Counter[];
}

/** Keys of one sender and event id are compared by `isSameEvent`. */
export interface EventKey extends EventIdentity {
  readonly sender: string;
  readonly eventId: string;
}

/** One sighting on its way into the store. */
export interface Arrival {
  readonly module: EventModule;
  readonly sender: string;
  readonly deviceId: number | null;
  readonly source: Source;
  readonly sighting: Sighting;
  /** SAFE-7: what identifies the event, however it was worded. */
  readonly key: EventKey;
  readonly receivedAt: Date;
  /** The same moment on the monotonic clock: the age of a command counts from here. */
  readonly receivedMs: number;
  readonly occurredAt: Date;
  readonly timing: EventTiming;
  readonly images: readonly SightingImage[];
  /** Of the push that brought it: once that is over it is refused, and what is stored of it opens nothing. */
  readonly deadline: PushDeadline;
  /** When the push is refused at the latest. */
  readonly answerBy: Date;
}

/** The push that brings sightings. */
export interface Push {
  readonly receivedAt: Date;
  readonly receivedMs: number;
  readonly deadline: PushDeadline;
  readonly answerBy: Date;
}

const longest = { eventId: 200, plate: 64, text: 255 };
// Texts of devices go into rows of ours: what no row can hold is left out.
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it is for
const unstorable = /[\u0000-\u001f\u007f]/g;
const clean = (text: string, most: number) => text.toWellFormed().replaceAll(unstorable, "").trim().slice(0, most);
const earliestMs = Date.UTC(1970, 0, 1);
const latestMs = Date.UTC(2200, 0, 1);

/** The module that a sighting is for, by its kind and its sender; none where the sender has no such thing to tell. */
export function moduleOf(sender: Sender, { kind }: Sighting): EventModule | null {
  if (sender.kind === "sensor") {
    if (sender.sensor.scope === "loop") return kind === "loop" ? "LOOP_DETECTOR" : null;
    return kind === "tag" ? "RFID_ACCESS_CONTROL" : null;
  }
  const { module } = sender.device;
  const told: Record<Sighting["kind"], readonly EventModule[]> = {
    plate: ["ANPR_ACCESS_CONTROL", "OSD", "CAMERA_COUNTING"],
    tag: ["RFID_ACCESS_CONTROL"],
    count: ["CAMERA_COUNTING"],
    slots: ["EPLD"],
    loop: ["LOOP_DETECTOR"],
  };
  return told[kind].find((one) => one === module) ?? null;
}

/** The camera or controller that a device means; nothing where it is not known yet. */
export function sourceIn(site: Site, sender: Sender, named: string | null): Source | undefined {
  if (sender.kind === "sensor") {
    const { sensor } = sender;
    const counters = site.counters.get(`sensor ${sensor.id}`) ?? [];
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
      counters: site.counters.get(`camera ${camera.id}`) ?? [],
    };
  if (named === null) {
    const saved = cameras.filter(({ isSaved }) => isSaved);
    return saved.length === 1 ? ofCamera(saved[0]) : sourceIn(site, sender, unnamed);
  }
  const controller =
    controllers.find(({ uid, name }) => uid === named || name === named) ??
    onlyOne(controllers, ({ uid, name }) => isSameName(uid, named) || isSameName(name, named));
  if (controller) {
    const counters = site.counters.get(`controller ${controller.id}`) ?? [];
    return { camera: null, controller, sensor: null, name: controller.name, uid: controller.uid, counters };
  }
  // One camera's name may be another one's id. A saved camera goes before one that only came by this name.
  const { saved = [], fresh = [] } = Object.groupBy(cameras, ({ isSaved }) => (isSaved ? "saved" : "fresh"));
  const byId = ({ uids }: SiteCamera) => uids.includes(named);
  const byName = ({ name }: SiteCamera) => name === named;
  const loosely = ({ uids, name }: SiteCamera) => [...uids, name].some((one) => isSameName(one, named));
  return ofCamera(
    saved.find(byId) ??
      saved.find(byName) ??
      onlyOne(saved, loosely) ??
      fresh.find(byId) ??
      fresh.find(byName) ??
      onlyOne(fresh, loosely),
  );
}

/** SAFE-7: capitals and spaces around a name make no other camera, unless two cameras differ only in them. */
const isSameName = (one: string, other: string) => folded(one) === folded(other);
const folded = (name: string) => name.normalize("NFC").trim().toLowerCase();

function onlyOne<One>(list: readonly One[], isSought: (one: One) => boolean): One | undefined {
  const found = list.filter(isSought);
  return found.length === 1 ? found[0] : undefined;
}

/** What a camera is called whose device names none. */
export const unnamed = "unnamed";

/** How a device's own name for a camera is kept. */
export const sourceNameOf = (named: string | null) => (named === null ? null : clean(named, longest.text) || unnamed);

/** Names a sender, unique among devices and sensors. */
export const senderName = (sender: Sender) =>
  sender.kind === "device" ? `device ${sender.device.id}` : `sensor ${sender.sensor.id}`;

/** A sighting as it is stored and decided upon. */
export function arrivalOf(
  site: Site,
  clock: Clock,
  parts: { sender: Sender; source: Source; module: EventModule; sighting: Sighting; push: Push },
): Arrival {
  const { sender, source, module, push } = parts;
  const { receivedAt } = push;
  const sighting = readable(parts.sighting, module);
  const at = storableTime(sighting.at);
  const { occurredAt, timing } = occurrenceOf({
    at,
    receivedAt,
    // SAFE-2: for some minutes after a step of our clock, a device that agrees with either reading is on time.
    ...(at !== null && { ageMs: clock.elapsedMs(at, receivedAt) }),
    freshSeconds: site.configs.eventFreshSeconds,
  });
  const named = senderName(sender);
  return {
    module,
    sender: named,
    deviceId: sender.kind === "device" ? sender.device.id : null,
    source,
    sighting,
    key: {
      sender: named,
      eventId: sighting.eventId,
      content: contentKeyOf(parts.sighting),
      toldAt: toldTime(sighting.at),
      receivedAt,
      ...cameraKeyOf(source),
    },
    ...push,
    occurredAt,
    timing,
    images: parts.sighting.kind === "plate" ? parts.sighting.images : [],
  };
}

/** The camera that was resolved, whichever of its names the device used. */
function cameraKeyOf({ camera, controller }: Source): Pick<EventKey, "camera" | "isSavedCamera"> {
  if (camera) return { camera: `camera ${camera.id}`, isSavedCamera: camera.isSaved };
  return { camera: controller ? `controller ${controller.id}` : "", isSavedCamera: true };
}

const toldTime = (at: Date | null) => (at === null || Number.isNaN(at.getTime()) ? null : storableTime(at));

function storableTime(at: Date | null): Date | null {
  if (at === null) return null;
  const ms = at.getTime();
  // A time that is none is no reason to believe that it is now.
  return new Date(Number.isNaN(ms) ? earliestMs : Math.min(latestMs, Math.max(earliestMs, ms)));
}

function readable(sighting: Sighting, module: EventModule): Sighting {
  const base = {
    eventId: clean(sighting.eventId, longest.eventId),
    source: sourceNameOf(sighting.source),
    at: sighting.at,
  };
  switch (sighting.kind) {
    case "plate":
      // A counting camera that also reads plates counts one vehicle a plate.
      if (module === "CAMERA_COUNTING") {
        const { direction, vehicleType, vehicleClass = null, isAfterwards } = sighting;
        const count = isAfterwards ? 0 : 1;
        return { ...base, kind: "count", direction, vehicleClass: vehicleClass ?? classOf(vehicleType), count };
      }
      return {
        ...sighting,
        ...base,
        plate: clean(sighting.plate, longest.plate),
        vehicleType: sighting.vehicleType && clean(sighting.vehicleType, longest.text),
        images: [],
      };
    case "tag":
      return { ...sighting, ...base, tag: clean(sighting.tag, longest.plate) };
    case "slots": {
      const slots = sighting.slots.map(({ name, state }) => ({ name: clean(name, longest.text), state }));
      return { ...sighting, ...base, slots };
    }
    default:
      return { ...sighting, ...base };
  }
}
