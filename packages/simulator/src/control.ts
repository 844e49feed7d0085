import { createServer, type IncomingMessage, type Server } from "node:http";
import { actions, ControlFault, type Fields, outsideActions } from "./control-actions.ts";
import { controlPage } from "./control-page.ts";
import type { SimulatedDevice } from "./device.ts";
import { mygateKey, type OutsideSystems } from "./outside.ts";

/** A device as the control lists it, with all that is needed to register it. */
export interface ListedDevice {
  name: string;
  vendor: string;
  label: string;
  scope: string;
  ip: string;
  apiPort: number;
  apiBasepath: string;
  dashboardPort?: number;
  username?: string;
  password?: string;
  manner: string;
  cameras: { id: string; name: string; slots: { id: string; name: string }[] }[];
}

/** What the control says of a device. */
export function listed(device: SimulatedDevice): ListedDevice {
  const { plan, port, cameras } = device;
  return {
    name: plan.name,
    vendor: plan.vendor,
    label: plan.label,
    scope: plan.scope,
    ip: "127.0.0.1",
    apiPort: port,
    apiBasepath: plan.apiBasepath,
    ...(plan.hasDashboard ? { dashboardPort: port } : {}),
    ...plan.credentials,
    manner: device.manner(),
    cameras: cameras.map(({ id, name, slots }) => ({ id, name, slots })),
  };
}

/** The systems outside the site as the control lists them, with all that is needed to set them up. */
export interface ListedOutside {
  syncAPIUrl: string;
  notifyAPIUrl: string;
  apiKey: string;
  cloudUrl: string;
  vehicles: { refId: string; plate: string; display: string }[];
  notices: Record<string, unknown>[];
  published: Record<string, unknown>[];
}

/** What the control says of the systems outside. */
export function listedOutside({ port, mygate, notices, published }: OutsideSystems): ListedOutside {
  const address = `http://127.0.0.1:${port}`;
  return {
    syncAPIUrl: `${address}/mygate/sync`,
    notifyAPIUrl: `${address}/mygate/notify`,
    apiKey: mygateKey,
    cloudUrl: `${address}/cloud/variables`,
    vehicles: mygate.vehicles().map(({ refId, plate, display }) => ({ refId, plate, display })),
    notices: notices.map(({ body }) => body),
    published: published.map(({ body }) => body),
  };
}

/** The control: GET / for people, GET /devices and /outside for programs, POST /devices/{name}/{action}, /outside/{action}. */
export function controlServer(devices: readonly SimulatedDevice[], outside: OutsideSystems): Server {
  async function obey(request: IncomingMessage): Promise<void> {
    refuseStrangers(request);
    const beyond = /^\/outside\/([^/]+)$/.exec(request.url ?? "")?.[1] ?? "";
    if (Object.hasOwn(outsideActions, beyond)) return outsideActions[beyond]?.(outside, await fieldsOf(request));
    const [, name, action = ""] = /^\/devices\/([^/]+)\/([^/]+)$/.exec(request.url ?? "") ?? [];
    const device = devices.find(({ plan }) => plan.name === name);
    const act = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!device || !act) throw new ControlFault(404, "There is no such device or action.");
    await act(device, await fieldsOf(request));
  }

  return createServer((request, answer) => {
    const send = (status: number, type: string, text: string) =>
      answer.writeHead(status, { "content-type": `${type}; charset=utf-8`, "cache-control": "no-store" }).end(text);
    const json = (value: unknown, status = 200) => send(status, "application/json", JSON.stringify(value));

    if (request.method === "GET" && request.url === "/")
      return void send(200, "text/html", controlPage(devices, outside));
    if (request.method === "GET" && request.url === "/devices") return void json(devices.map(listed));
    if (request.method === "GET" && request.url === "/outside") return void json(listedOutside(outside));
    if (request.method !== "POST") return void json({ message: "There is nothing here." }, 404);
    obey(request).then(
      // A form wants its page back.
      () => (isForm(request) ? answer.writeHead(303, { location: "/" }).end() : json({ done: true })),
      (error: Error) => json({ message: error.message }, error instanceof ControlFault ? error.status : 500),
    );
  });
}

/** A page of another origin, open in the same browser, must not play the site. */
function refuseStrangers({ headers }: IncomingMessage): void {
  if (headers.origin === undefined || headers.origin === `http://${headers.host}`) return;
  throw new ControlFault(403, "Only this page and programs may control the site.");
}

const isForm = ({ headers }: IncomingMessage) =>
  headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;

async function fieldsOf(request: IncomingMessage): Promise<Fields> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  if (isForm(request)) return Object.fromEntries(new URLSearchParams(text));
  try {
    const value: unknown = JSON.parse(text || "{}");
    if (typeof value !== "object" || value === null) throw new ControlFault(400, "The body is not an object.");
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, String(field)]));
  } catch (error) {
    throw error instanceof ControlFault ? error : new ControlFault(400, "The body is not JSON.");
  }
}
