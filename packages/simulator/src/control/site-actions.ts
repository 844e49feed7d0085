import { baysOf } from "../devices/parking-bays.ts";
import { feedNames } from "../feeds/registry.ts";
import type { Said } from "../gatehouse/gatehouse-link.ts";
import { boardFaults } from "../hardware/hardware-fault.ts";
import { sensorPlans } from "../plan/device-plan.ts";
import { gatePlans } from "../plan/gate-plan.ts";
import { expired, residents, strangers, type Vehicle, vehicles, visitors } from "../plan/vehicle-plan.ts";
import { connectTo } from "../registration/connect-site.ts";
import { worldNames } from "../scenarios/registry.ts";
import type { PlayedSite } from "../site/site.ts";
import type { Visit } from "../traffic/traffic.ts";
import { ControlFault, type Fields, given, named, numberIn, oneOf, perhapsOneOf } from "./control-fields.ts";

type Action = (site: PlayedSite, fields: Fields) => Promise<unknown> | unknown;

const ways = ["N", "X"] as const;
const crowds = {
  resident: residents,
  tag: residents.filter(({ tag }) => tag !== null),
  visitor: visitors,
  expired,
  stranger: strangers,
  leaving: [],
} as const satisfies Record<string, readonly Vehicle[]>;
const crowdNames = Object.keys(crowds) as readonly (keyof typeof crowds)[];

/** What was said, as the control answers it. */
export const toldSaid = (said: Said) => ({ ...said, at: said.at.toISOString() });

/** What cars, sensors, worlds and the link to Gatehouse can be told to do, by the path of the call. */
export const siteActions: Readonly<Record<string, Action>> = {
  "/cars/drive-up": async ({ journeys }, fields) => toldSaid(await journeys.driveUp(visitIn(fields)).said),
  "/cars/someone": async ({ journeys }, fields) => {
    const who = oneOf("who", crowdNames, fields.who);
    const gate = given("gate", fields.gate);
    const outside = crowds[who].filter(({ plate }) => !journeys.isHere(plate));
    const crowd = who === "leaving" ? journeys.inside() : outside;
    const vehicle = crowd[Math.floor(Math.random() * crowd.length)];
    if (!vehicle) throw new ControlFault(409, "Nobody like that is there now.");
    const visit = visitIn({ ...fields, plate: vehicle.plate, by: "plate" });
    return toldSaid(await journeys.driveUp({ ...visit, gate, vehicle, by: who === "tag" ? "tag" : "plate" }).said);
  },
  "/cars/read": async ({ journeys }, fields) =>
    toldSaid(await journeys.read({ ...visitIn(fields), ...toldIn(fields) })),
  "/cars/count": async ({ sightings }, fields) => {
    const from = { device: given("device", fields.device), camera: given("camera", fields.camera) };
    const counted = {
      direction: oneOf("direction", ways, fields.direction),
      vehicleClass: oneOf("class", ["2w", "4w"], fields.class ?? "4w"),
      count: numberIn("count", fields.count ?? "1", { least: 1, most: 1000 }),
    };
    return toldSaid(await sightings.count(from, counted, toldIn(fields)));
  },
  "/cars/speed": async ({ sightings }, fields) => {
    const said = await sightings.plate({
      device: fields.device ?? "speed-watch",
      camera: given("camera", fields.camera),
      plate: given("plate", fields.plate),
      vehicleType: fields.type ?? "CAR",
      feed: perhapsOneOf("feed", feedNames, fields.feed) ?? "gatehouse",
      speed: numberIn("speed", fields.speed, { least: 1, most: 300 }),
      ...toldIn(fields),
    });
    return toldSaid(said);
  },
  "/cars/loop": async ({ sightings }, fields) => {
    const { name } = named(sensorPlans, (one) => one.name, given("loop", fields.loop), "loop");
    return toldSaid(await sightings.pulse(name, toldIn(fields)));
  },
  "/cars/park": async ({ devices, parked, sightings }, fields) => {
    const device = given("device", fields.device);
    const source = given("source", fields.source);
    const slot = given("slot", fields.slot);
    const bay = baysOf(devices).find((one) => one.device === device && one.source === source && one.slot === slot);
    if (!bay) throw new ControlFault(404, `There is no slot ${slot} at ${source} of ${device}.`);
    const wanted = perhapsOneOf("state", ["free", "occupied", "error"], fields.state);
    const state = wanted ?? (parked.isTaken(bay) ? "free" : "occupied");
    if (state === "occupied") parked.park(bay);
    if (state === "free") parked.leave(bay);
    return toldSaid(await sightings.slots([bay], () => state));
  },
  "/boards/behave": (site, { board, fault }) =>
    site.plugged(given("board", board)).behave(oneOf("fault", boardFaults, fault)),
  "/boards/reset": async (site, { board }) => {
    const chosen = board ? [site.plugged(board)] : [...site.boards, ...site.signs];
    await Promise.all(chosen.map((one) => one.reset()));
  },
  "/world/play": ({ director }, { world }) => director.play(oneOf("world", worldNames, world)),
  "/world/stop": ({ director }) => director.stop(),
  "/gatehouse/connect": (site, { serverUrl, username, password }) =>
    connectTo(site, {
      serverUrl: given("serverUrl", serverUrl),
      username: username ?? "admin",
      password: given("password", password),
    }),
  "/gatehouse/aim": ({ gatehouse }, { source, url, secret }) => {
    const target = { url: given("url", url), secret: secret ?? null };
    gatehouse.aim(new URL(target.url).origin, new Map([[given("source", source), target]]));
  },
};

function visitIn({ gate, plate, tag, by, feed, direction }: Fields): Visit {
  const plan = named(gatePlans, ({ name }) => name, given("gate", gate), "gate");
  const isTag = by === "tag" || (by === undefined && (plate ?? "") === "");
  const wanted = isTag ? given("tag", tag) : given("plate", plate);
  const known = vehicles.find((vehicle) => (isTag ? vehicle.tag : vehicle.plate) === wanted);
  if (isTag && plan.reader === null) throw new ControlFault(400, `${plan.label} has no reader.`);
  return {
    gate: plan.name,
    vehicle: known ?? { plate: isTag ? `TAG ${wanted.slice(-6)}` : wanted, tag: isTag ? wanted : null, type: "CAR" },
    by: isTag ? "tag" : "plate",
    feed: perhapsOneOf("feed", feedNames, feed),
    direction: perhapsOneOf("direction", ways, direction),
  };
}

function toldIn({ eventId, at }: Fields) {
  const time = at === undefined || at === "" ? undefined : new Date(at);
  if (time && Number.isNaN(time.getTime())) throw new ControlFault(400, '"at" must be a time.');
  return { eventId: eventId || undefined, at: time };
}
