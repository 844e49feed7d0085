import { createServer, type IncomingMessage, type Server } from "node:http";
import { renderControlPage } from "../control-page/control-page.ts";
import { toLiveState } from "../control-page/live-state.ts";
import { toDeviceView } from "../devices/device-view.ts";
import type { SimulatedDevice } from "../devices/simulated-device.ts";
import type { ExternalSystems } from "../external/external-systems.ts";
import { toExternalSystemsView } from "../external/external-systems-view.ts";
import { toBoardView, toReaderView, toSignView } from "../hardware/hardware-views.ts";
import type { MediaServer } from "../media/media-server.ts";
import { toMediaServerView } from "../media/media-server-view.ts";
import { httpFaults } from "../network/http-fault.ts";
import type { Camera, Slot } from "../plan/device-plan.ts";
import { gatePlans } from "../plan/gate-plan.ts";
import { toGateView } from "../site/gate-view.ts";
import type { Site } from "../site/site.ts";
import { ControlError, type Fields, findByKey, parseOneOf, requireText } from "./control-fields.ts";
import { siteActions, toDeliveryView } from "./site-actions.ts";

/** Actions on one device, by the last segment of the path. */
const deviceActions: Readonly<Record<string, (device: SimulatedDevice, fields: Fields) => Promise<void> | void>> = {
  "set-fault": (device, { fault }) => device.setFault(parseOneOf("fault", httpFaults, fault)),
  reset: (device) => device.reset(),
  "add-camera": ({ cameras }, { name, id }) => {
    cameras.push({ id: createId(cameras, id), name: requireText("name", name), slots: [], plates: ["NEW 1234"] });
  },
  "rename-camera": (device, { camera, name }) => {
    findCamera(device, camera).name = requireText("name", name);
  },
  // The same camera under another id, as after a factory reset of a real device.
  "renumber-camera": (device, { camera, id }) => {
    const renumbered = findCamera(device, camera);
    renumbered.id = createId(device.cameras, id);
  },
  "drop-camera": (device, { camera }) => remove(device.cameras, findCamera(device, camera)),
  "add-slot": (device, { camera, name, id }) => {
    const { slots } = findCamera(device, camera);
    slots.push({ id: createId(slots, id), name: requireText("name", name) });
  },
  "rename-slot": (device, { camera, slot, name }) => {
    findSlot(findCamera(device, camera), slot).name = requireText("name", name);
  },
  "drop-slot": (device, { camera, slot }) => {
    const owner = findCamera(device, camera);
    remove(owner.slots, findSlot(owner, slot));
  },
};

function findCamera({ cameras }: SimulatedDevice, id: string | undefined): Camera {
  return findByKey(cameras, (camera) => camera.id, requireText("camera", id), "camera");
}

function findSlot({ slots }: Camera, id: string | undefined): Slot {
  return findByKey(slots, (slot) => slot.id, requireText("slot", id), "slot");
}

function remove<T>(list: T[], item: T): void {
  list.splice(list.indexOf(item), 1);
}

/** Returns the requested id, or the next free number. */
function createId(list: readonly Slot[], requested: string | undefined): string {
  const ids = new Set(list.map(({ id }) => id));
  const id = requested?.trim() || String(Math.max(0, ...list.map((item) => Number(item.id) || 0)) + 1);
  if (ids.has(id)) throw new ControlError(409, `The id ${id} is already in use.`);
  return id;
}

/** Actions on the external systems, by the last segment of the path. */
const externalActions: Readonly<Record<string, (external: ExternalSystems, fields: Fields) => void>> = {
  "set-fault": (external, { fault }) => external.setFault(parseOneOf("fault", httpFaults, fault)),
  reset: (external) => external.reset(),
  "add-vehicle": ({ mygate }, { plate, display }) =>
    void mygate.add(requireText("plate", plate), display?.trim() ?? ""),
  "drop-vehicle": ({ mygate }, { refId }) => {
    if (!mygate.remove(requireText("refId", refId))) throw new ControlError(404, `There is no vehicle ${refId}.`);
  },
};

/** Actions on the media server, by the last segment of the path. */
const mediaActions: Readonly<Record<string, (media: MediaServer, fields: Fields) => Promise<void>>> = {
  "set-fault": (media, { fault }) => media.setFault(parseOneOf("fault", httpFaults, fault)),
  reset: (media) => media.reset(),
};

/** JSON of each GET path. */
const views: Readonly<Record<string, (site: Site) => unknown>> = {
  "/devices": ({ devices }) => devices.map(toDeviceView),
  "/external": ({ external }) => toExternalSystemsView(external),
  "/media": ({ media }) => toMediaServerView(media),
  "/boards": ({ boards, signs }) => [...boards.map(toBoardView), ...signs.map(toSignView)],
  "/readers": ({ readers }) => readers.map(toReaderView),
  "/gates": (site) => gatePlans.map((gate) => toGateView(gate, site)),
  "/deliveries": ({ gatehouse }) => gatehouse.deliveries.map(toDeliveryView),
  "/gatehouse": ({ gatehouse }) => gatehouse.status(),
  "/scenario": ({ scenarioRunner, traffic, speed }) => ({
    running: scenarioRunner.running(),
    speed: speed(),
    inside: traffic.inside(),
  }),
  "/live": toLiveState,
};

/** Creates the control: `GET /` is its page, the other GETs return JSON, a POST runs an action. */
export function createControlServer(site: Site): Server {
  async function runAction(request: IncomingMessage): Promise<unknown> {
    rejectCrossOrigin(request);
    const path = request.url ?? "";
    const fields = await parseFields(request);
    const siteAction = findAction(siteActions, path);
    if (siteAction) return siteAction(site, fields);
    const [, kind, name = "", action = ""] = /^\/(devices|boards)\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    const boardAction = kind === "boards" ? findAction(siteActions, `/boards/${action}`) : undefined;
    if (boardAction) return boardAction(site, { ...fields, board: name });
    const externalAction = findAction(externalActions, /^\/external\/([^/]+)$/.exec(path)?.[1] ?? "");
    if (externalAction) return externalAction(site.external, fields);
    const mediaAction = findAction(mediaActions, /^\/media\/([^/]+)$/.exec(path)?.[1] ?? "");
    if (mediaAction) return mediaAction(site.media, fields);
    const deviceAction = findAction(deviceActions, action);
    if (!deviceAction) throw new ControlError(404, "There is no such action.");
    return deviceAction(site.device(name), fields);
  }

  return createServer((request, response) => {
    const send = (status: number, type: string, text: string) =>
      response.writeHead(status, { "content-type": `${type}; charset=utf-8`, "cache-control": "no-store" }).end(text);
    const sendJson = (value: unknown, status = 200) => send(status, "application/json", JSON.stringify(value));
    const path = request.url ?? "/";

    if (request.method === "GET" && path === "/") return void send(200, "text/html", renderControlPage(site));
    if (request.method === "GET" && Object.hasOwn(views, path)) return void sendJson(views[path]?.(site));
    if (request.method !== "POST") return void sendJson({ message: "Not found." }, 404);
    runAction(request).then(
      // A plain form returns to the page.
      (result) =>
        isForm(request) ? response.writeHead(303, { location: "/" }).end() : sendJson(result ?? { done: true }),
      (error: Error) => sendJson({ message: error.message }, error instanceof ControlError ? error.status : 500),
    );
  });
}

/** Ignores inherited names such as `toString`. */
const findAction = <T>(actions: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(actions, name) ? actions[name] : undefined;

/** A page of another origin in the same browser must not control the site. */
function rejectCrossOrigin({ headers }: IncomingMessage): void {
  if (headers.origin === undefined || headers.origin === `http://${headers.host}`) return;
  throw new ControlError(403, "Requests from other origins are not allowed.");
}

const isForm = ({ headers }: IncomingMessage) =>
  headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;

async function parseFields(request: IncomingMessage): Promise<Fields> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  if (isForm(request)) return Object.fromEntries(new URLSearchParams(text));
  try {
    const value: unknown = JSON.parse(text || "{}");
    if (typeof value !== "object" || value === null) throw new ControlError(400, "The body is not an object.");
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, String(field)]));
  } catch (error) {
    throw error instanceof ControlError ? error : new ControlError(400, "The body is not JSON.");
  }
}
