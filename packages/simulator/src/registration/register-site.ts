import { assertFound } from "@gatehouse/contract/assert-found";
import { findIn } from "@gatehouse/contract/collections";
import { firstRuleName } from "@gatehouse/contract/entities/access/rule";
import type { Config } from "@gatehouse/contract/entities/config";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { reportCodes } from "@gatehouse/contract/reports/report-types";
import { toDeviceView } from "../devices/device-view.ts";
import type { SimulatedDevice } from "../devices/simulated-device.ts";
import type { ExternalSystems } from "../external/external-systems.ts";
import { type ExternalSystemsView, toExternalSystemsView } from "../external/external-systems-view.ts";
import { type ApiClient, findOrCreate } from "../gatehouse/api-client.ts";
import { toBoardView, toSignView } from "../hardware/hardware-views.ts";
import type { RelayBoard } from "../hardware/relay-board.ts";
import type { SimulatedSign } from "../hardware/sign.ts";
import type { SimulatedReader } from "../hardware/simulated-reader.ts";
import type { MediaServer } from "../media/media-server.ts";
import { type GroupName, groupNames, listHolidays, rulePlans, schedulePlans } from "../plan/access-plan.ts";
import { deniedVehicle, passHolder, visitors, watchedVehicle } from "../plan/vehicle-plan.ts";
import { type RegisteredAreas, registerAreaCounts, registerAreas } from "./access-areas.ts";
import { registerActuators } from "./actuators.ts";
import { type RegisteredCameras, registerCameras, registerSlotControllers, toCameraKey } from "./cameras.ts";
import { registerDevices } from "./devices.ts";
import { type RegisteredGates, registerGates } from "./gates.ts";
import { registerIdentifiers } from "./identifiers.ts";
import { registerScreens } from "./screens.ts";
import { registerSensors } from "./sensors.ts";
import { registerSigns } from "./signs.ts";
import { registerTariffs } from "./tariffs.ts";
import { registerVariables } from "./variables.ts";

const plate = "LICENSE_PLATE" as const;

const entries = [
  { kind: "deny", type: plate, iid: deniedVehicle.plate, reason: "Tailgated through the main entry twice" },
  { kind: "watch", type: plate, iid: watchedVehicle.plate, reason: "Left without paying for damage" },
] as const;

/** Registers an entry of each list, and a visitor’s pass that has been valid for a month. */
async function registerListsAndPasses(api: ApiClient, gates: RegisteredGates, now: Date): Promise<void> {
  const listed = await api.call("GET /access/lists", {});
  for (const body of entries)
    await findOrCreate(
      listed,
      ({ kind, iid }) => kind === body.kind && iid === body.iid,
      () => api.call("POST /access/lists", { body }),
    );
  const daysFromNow = (days: number) => new Date(now.getTime() + days * dayMs).toISOString();
  const pass = {
    lp: passHolder.plate,
    name: passHolder.owner,
    host: "Lakeview Clinic",
    validFrom: daysFromNow(-35),
    validTo: daysFromNow(60),
    uses: 60,
    gateIds: ["main-entry", "visitors-entry", "main-exit", "service-gate"].map(
      (name) => assertFound(gates.get(name), `no gate ${name}`).id,
    ),
  };
  await findOrCreate(
    await api.call("GET /access/passes", {}),
    ({ lp }) => lp === pass.lp,
    () => api.call("POST /access/passes", { body: pass }),
  );
}

const keyName = "Visitors’ booking (simulated)";
const hourMs = 3_600_000;

/** Sends the visitors' reservations with a new integration key; the key of an earlier start is revoked. */
async function registerReservations(api: ApiClient, now: Date): Promise<void> {
  const keys = await api.call("GET /integration-keys", {});
  for (const { id } of keys.filter(({ name, revokedAt }) => name === keyName && revokedAt === null)) {
    await api.call("DELETE /integration-keys/{id}", { params: { id } });
  }
  const { key } = await api.call("POST /integration-keys", { body: { name: keyName, purpose: "integration" } });
  const hoursFromNow = (hours: number) => new Date(now.getTime() + hours * hourMs).toISOString();
  const reservations = visitors.map(({ plate, owner }, index) => ({
    externalId: `visit-${index + 1}`,
    lp: plate,
    // The last two are valid on another day, so some visitors are turned away.
    validFrom: hoursFromNow(index < visitors.length - 2 ? -2 : 72),
    validTo: hoursFromNow(index < visitors.length - 2 ? 14 * 24 : 80),
    gracePeriodEarliestEntry: hoursFromNow(index < visitors.length - 2 ? -3 : 71),
    driverFirstName: owner.split(" ")[0] ?? owner,
    driverLastName: owner.split(" ")[1] ?? "",
    parkingAreaId: "Visitors",
    shouldAllowMultipleUsage: index % 2 === 0,
  }));
  await api.withKey(key).call("PUT /integrations/reservations", { body: { reservations } });
}

const lanes = [
  { name: "Ring road north", speedLimit2w: 25, speedLimit4w: 30, camera: "21" },
  { name: "Ring road south", speedLimit2w: 25, speedLimit4w: 30, camera: "22" },
] as const;

/** Registers the lanes with their speed limits and cameras. */
async function registerLanes(api: ApiClient, cameras: RegisteredCameras): Promise<void> {
  const existing = await api.call("GET /lanes", {});
  for (const { camera, ...body } of lanes) {
    const { id: laneId } = await findOrCreate(
      existing,
      ({ name }) => name === body.name,
      () => api.call("POST /lanes", { body }),
    );
    const saved = cameras.get(toCameraKey("speed-watch", camera));
    if (!saved || saved.laneId === laneId) continue;
    await api.call("PATCH /cameras/{module}/{id}", { params: { module: "osd", id: saved.id }, body: { laneId } });
  }
}

/**
 * Sets the name of the site and the time zone of this machine, and enables every report. Shortens the times after which faults are noticed, so
 * that the effect of a scenario shows within seconds.
 */
async function configureSite(api: ApiClient): Promise<void> {
  await setConfig(api, "global", "siteName", "Lakeview Towers");
  await setConfig(api, "global", "timeZone", Intl.DateTimeFormat().resolvedOptions().timeZone);
  await setConfig(api, "global", "cameraCheckSeconds", 5);
  // A simulated car that is not let in drives off soon.
  await setConfig(api, "global", "stationCardMinutes", 2);
  await setConfig(api, "loop", "loopStuckMinutes", 0.25);
  await setConfig(api, "anpr-ac", "mygateSyncSeconds", 15);
  await api.call("PUT /configs/reports/types", { body: { reportTypes: reportCodes } });
}

/** Configures MyGate and the cloud. */
async function configureExternalSystems(api: ApiClient, external: ExternalSystemsView): Promise<void> {
  const { syncAPIUrl, notifyAPIUrl, apiKey, cloudUrl } = external;
  const mygate = { syncAPIUrl, notifyAPIUrl, apiKey, deviceId: "simulated-site" };
  await api.call("PUT /ac/mygate-integration-settings", { body: mygate });
  await setConfig(api, "global", "cloudUrl", cloudUrl);
}

interface RegistrableSite {
  readonly devices: readonly SimulatedDevice[];
  readonly boards: readonly RelayBoard[];
  readonly signs: readonly SimulatedSign[];
  readonly readers: readonly SimulatedReader[];
  readonly external: ExternalSystems;
  readonly media: MediaServer;
}

/**
 * Registers the whole site through the API: devices, cameras, hardware, gates, variables, access rules, identifiers and
 * reservations.
 * Existing records are kept, so an interrupted registration can be repeated.
 */
export async function registerSite(api: ApiClient, site: RegistrableSite, now: Date): Promise<void> {
  const devices = site.devices.map(toDeviceView);
  const registered = await registerDevices(api, devices);
  const cameras = await registerCameras(api, { devices, media: site.media }, registered);
  const controllers = await registerSlotControllers(api, registered);
  const boards = site.boards.map(toBoardView);
  const sensors = await registerSensors(api, site.readers, boards);
  const variables = await registerVariables(api, cameras, controllers);
  const actuators = await registerActuators(api, boards, variables);
  const signs = await registerSigns(api, site.signs.map(toSignView), variables);
  await registerScreens(api, variables);
  const areas = await registerAreas(api);
  await registerAreaCounts(api, areas, variables);
  const gates = await registerGates(api, { cameras, sensors, actuators, signs, areas });
  await registerLanes(api, cameras);
  await registerTariffs(api, now);
  const groups = await registerGroups(api);
  await registerRules(api, { areas, gates, groups }, now);
  await registerListsAndPasses(api, gates, now);
  await registerIdentifiers(api, now);
  await registerReservations(api, now);
  await configureExternalSystems(api, toExternalSystemsView(site.external));
  await configureSite(api);
}

/** Changes a setting that every site has. */
async function setConfig(api: ApiClient, scope: Config["scope"], key: string, value: string | number): Promise<void> {
  const configs = await api.call("GET /configs/{scope}", { params: { scope } });
  const id = configs.find((config) => config.key === key)?.id;
  if (id === undefined) return;
  const dataType = typeof value === "number" ? "NUMBER" : "STRING";
  await api.call("PUT /configs/{id}", { params: { id }, body: { key, scope, dataType, value } });
}

/** Ids of the registered groups by name. */
type RegisteredGroups = ReadonlyMap<GroupName, number>;

/** What the rules refer to. */
interface RuleParts {
  readonly areas: RegisteredAreas;
  readonly gates: RegisteredGates;
  readonly groups: RegisteredGroups;
}

async function registerGroups(api: ApiClient): Promise<RegisteredGroups> {
  const existing = await api.call("GET /access/groups", {});
  const registered = new Map<GroupName, number>();
  for (const name of groupNames) {
    const { id } = await findOrCreate(
      existing,
      (group) => group.name === name,
      () => api.call("POST /access/groups", { body: { name } }),
    );
    registered.set(name, id);
  }
  return registered;
}

/** Registers the schedules and rules, and removes the rule that Gatehouse adds to the first one. */
async function registerRules(api: ApiClient, { areas, gates, groups }: RuleParts, now: Date): Promise<void> {
  const schedules = await registerSchedules(api, now);
  const existing = await api.call("GET /access/rules", {});
  for (const { group, gates: names, area, schedule, ...plan } of rulePlans) {
    const body = {
      ...plan,
      groupId: group && (groups.get(group) ?? null),
      gateIds: names.map((name) => assertFound(gates.get(name), `no gate ${name}`).id),
      areaId: findIn(areas, area) ?? null,
      scheduleId: findIn(schedules, schedule) ?? null,
    };
    await findOrCreate(
      existing,
      ({ name }) => name === plan.name,
      () => api.call("POST /access/rules", { body }),
    );
  }
  const rules = await api.call("GET /access/rules", {});
  for (const { id } of rules.filter((rule) => rule.name === firstRuleName))
    await api.call("DELETE /access/rules/{id}", { params: { id } });
}

async function registerSchedules(api: ApiClient, now: Date): Promise<ReadonlyMap<string, number>> {
  const existing = await api.call("GET /access/schedules", {});
  const holidays = listHolidays(now).map((date) => ({ date, windows: [] }));
  const registered = new Map<string, number>();
  for (const [key, { name, windows, isClosedOnHolidays }] of Object.entries(schedulePlans)) {
    const body = { name, windows: [...windows], exceptions: isClosedOnHolidays ? holidays : [] };
    const { id } = await findOrCreate(
      existing,
      (schedule) => schedule.name === name,
      () => api.call("POST /access/schedules", { body }),
    );
    registered.set(key, id);
  }
  return registered;
}
