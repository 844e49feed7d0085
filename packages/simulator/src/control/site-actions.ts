import { listBays } from "../devices/parking-bays.ts";
import { feedNames } from "../feeds/registry.ts";
import type { Delivery } from "../gatehouse/gatehouse-link.ts";
import { hardwareFaults } from "../hardware/hardware-fault.ts";
import { loopPlans } from "../plan/device-plan.ts";
import { gatePlans } from "../plan/gate-plan.ts";
import {
  contractors,
  deliveries,
  expiredVehicles,
  guests,
  residents,
  staff,
  unknownVehicles,
  type Vehicle,
  vehicles,
  visitors,
} from "../plan/vehicle-plan.ts";
import { connectSite } from "../registration/connect-site.ts";
import { scenarioNames } from "../scenarios/registry.ts";
import type { Site } from "../site/site.ts";
import { maxSpeed } from "../site/site-activity.ts";
import type { EventStamp } from "../traffic/detections.ts";
import type { Visit } from "../traffic/traffic.ts";
import {
  ControlError,
  type Fields,
  findByKey,
  parseNumber,
  parseOneOf,
  parseOptionalOneOf,
  requireText,
} from "./control-fields.ts";

type Action = (site: Site, fields: Fields) => Promise<unknown> | unknown;

const partFaults = ["normal", "stuck"] as const;
const directions = ["N", "X"] as const;
const vehicleGroups = {
  resident: residents,
  tag: residents.filter(({ tag }) => tag !== null),
  staff,
  contractor: contractors,
  guest: guests,
  delivery: deliveries,
  visitor: visitors,
  expired: expiredVehicles,
  unknown: unknownVehicles,
  leaving: [],
} as const satisfies Record<string, readonly Vehicle[]>;
const groupNames = Object.keys(vehicleGroups) as readonly (keyof typeof vehicleGroups)[];

/** Describes a delivery in the control API. */
export const toDeliveryView = (delivery: Delivery) => ({ ...delivery, at: delivery.at.toISOString() });

/** Actions on cars, sensors, hardware, scenarios and the link to Gatehouse, by path. */
export const siteActions: Readonly<Record<string, Action>> = {
  "/cars/drive-up": async ({ traffic }, fields) => toDeliveryView(await traffic.driveUp(parseVisit(fields)).delivery),
  "/cars/random": async ({ traffic }, fields) => {
    const group = parseOneOf("group", groupNames, fields.group);
    const gate = requireText("gate", fields.gate);
    const outside = vehicleGroups[group].filter(({ plate }) => !traffic.isOnSite(plate));
    const candidates = group === "leaving" ? traffic.inside() : outside;
    const vehicle = candidates[Math.floor(Math.random() * candidates.length)];
    if (!vehicle) throw new ControlError(409, "No vehicle of this group is available now.");
    const visit = parseVisit({ ...fields, plate: vehicle.plate, by: "plate" });
    const by = group === "tag" ? "tag" : "plate";
    return toDeliveryView(await traffic.driveUp({ ...visit, gate, vehicle, by }).delivery);
  },
  "/cars/read": async ({ traffic }, fields) =>
    toDeliveryView(await traffic.read({ ...parseVisit(fields), ...parseEventStamp(fields) })),
  "/cars/count": async ({ detections }, fields) => {
    const from = { device: requireText("device", fields.device), camera: requireText("camera", fields.camera) };
    const counted = {
      direction: parseOneOf("direction", directions, fields.direction),
      vehicleClass: parseOneOf("class", ["2w", "4w"], fields.class ?? "4w"),
      count: parseNumber("count", fields.count ?? "1", { min: 1, max: 1000 }),
    };
    return toDeliveryView(await detections.count(from, counted, parseEventStamp(fields)));
  },
  "/cars/speed": async ({ detections }, fields) => {
    const delivery = await detections.plate({
      device: fields.device ?? "speed-watch",
      camera: requireText("camera", fields.camera),
      plate: requireText("plate", fields.plate),
      vehicleType: fields.type ?? "CAR",
      feed: parseOptionalOneOf("feed", feedNames, fields.feed) ?? "gatehouse",
      speed: parseNumber("speed", fields.speed, { min: 1, max: 300 }),
      ...parseEventStamp(fields),
    });
    return toDeliveryView(delivery);
  },
  "/cars/loop": async ({ detections }, fields) => {
    const { name } = findByKey(loopPlans, (plan) => plan.name, requireText("loop", fields.loop), "loop");
    return toDeliveryView(await detections.pulse(name, parseEventStamp(fields)));
  },
  "/cars/park": async ({ devices, occupancy, detections }, fields) => {
    const device = requireText("device", fields.device);
    const source = requireText("source", fields.source);
    const slot = requireText("slot", fields.slot);
    const bay = listBays(devices).find((one) => one.device === device && one.source === source && one.slot === slot);
    if (!bay) throw new ControlError(404, `There is no slot ${slot} at ${source} of ${device}.`);
    const requested = parseOptionalOneOf("state", ["free", "occupied", "error"], fields.state);
    const state = requested ?? (occupancy.isOccupied(bay) ? "free" : "occupied");
    if (state === "occupied") occupancy.park(bay);
    if (state === "free") occupancy.leave(bay);
    return toDeliveryView(await detections.slots([bay], () => state));
  },
  "/boards/set-fault": (site, { board, fault }) =>
    site.hardware(requireText("board", board)).setFault(parseOneOf("fault", hardwareFaults, fault)),
  // The arm of the barrier on a relay stays where it is.
  "/boards/set-arm": (site, { board, relay, fault }) => {
    const { arms, plan } = site.board(requireText("board", board));
    const number = parseNumber("relay", relay, { min: 1, max: plan.relays });
    arms.setStuck(number, parseOneOf("fault", partFaults, fault) === "stuck");
  },
  // The loop on an input stays occupied.
  "/boards/set-loop": (site, { board, input, fault }) => {
    const { inputs, plan } = site.board(requireText("board", board));
    const number = parseNumber("input", input, { min: 1, max: plan.relays });
    inputs.setStuck(number, parseOneOf("fault", partFaults, fault) === "stuck");
  },
  "/boards/reset": async (site, { board }) => {
    const chosen = board ? [site.hardware(board)] : [...site.boards, ...site.signs, ...site.readers];
    await Promise.all(chosen.map((one) => one.reset()));
  },
  "/scenario/start": ({ scenarioRunner }, { scenario }) =>
    scenarioRunner.start(parseOneOf("scenario", scenarioNames, scenario)),
  "/speed": ({ setSpeed }, { speed }) => setSpeed(parseNumber("speed", speed, { min: 1, max: maxSpeed })),
  "/scenario/stop": ({ scenarioRunner }) => scenarioRunner.stop(),
  "/gatehouse/connect": (site, { serverUrl, username, password }) =>
    connectSite(site, {
      serverUrl: requireText("serverUrl", serverUrl),
      username: username ?? "admin",
      password: requireText("password", password),
    }),
  "/gatehouse/set-target": ({ gatehouse }, { source, url, secret }) => {
    const target = { url: requireText("url", url), secret: secret ?? null };
    gatehouse.setTargets(new URL(target.url).origin, new Map([[requireText("source", source), target]]));
  },
};

function parseVisit({ gate, plate, tag, by, feed, direction }: Fields): Visit {
  const plan = findByKey(gatePlans, ({ name }) => name, requireText("gate", gate), "gate");
  const isTag = by === "tag" || (by === undefined && (plate ?? "") === "");
  const id = isTag ? requireText("tag", tag) : requireText("plate", plate);
  const known = vehicles.find((vehicle) => (isTag ? vehicle.tag : vehicle.plate) === id);
  if (isTag && plan.reader === null) throw new ControlError(400, `${plan.label} has no reader.`);
  if (isTag && !isHexadecimal(id)) throw new ControlError(400, '"tag" must be hexadecimal with 2 to 62 digits.');
  return {
    gate: plan.name,
    vehicle: known ?? { plate: isTag ? `TAG ${id.slice(-6)}` : id, tag: isTag ? id : null, type: "CAR" },
    by: isTag ? "tag" : "plate",
    feed: parseOptionalOneOf("feed", feedNames, feed),
    direction: parseOptionalOneOf("direction", directions, direction),
  };
}

const isHexadecimal = (text: string) => /^(?:[0-9A-F]{2}){1,31}$/i.test(text);

function parseEventStamp({ eventId, at }: Fields): EventStamp {
  const time = at === undefined || at === "" ? undefined : new Date(at);
  if (time && Number.isNaN(time.getTime())) throw new ControlError(400, '"at" must be a time.');
  return { eventId: eventId || undefined, at: time };
}
