import { createServer } from "node:http";
import { type FaultableServer, startFaultableServer } from "../network/faultable-server.ts";
import { type HttpFault, respondWithFault } from "../network/http-fault.ts";
import type { Camera, DevicePlan } from "../plan/device-plan.ts";
import { pickPaint, renderCarScene } from "../rendering/car-scene.ts";
import { escapeHtml } from "../rendering/escape-html.ts";
import { renderPage } from "../rendering/html-page.ts";
import type { BayOccupancy } from "./parking-bays.ts";

const secondsPerCar = 20;

/** Renders the view of a camera: a car with its plate, or the slots and parked cars. */
function renderSnapshot(camera: Camera, now: Date, isOccupied: (slot: string) => boolean): string {
  // The cameras show different cars.
  const turn =
    Math.floor(now.getTime() / 1000 / secondsPerCar) + [...camera.id].reduce((sum, c) => sum + c.charCodeAt(0), 0);
  const plate = pickPlate(camera, turn);
  const isDeck = camera.slots.length > 0;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" font-family="system-ui, sans-serif">
<title>${escapeHtml(isDeck ? camera.name : plate)}</title>
<rect width="640" height="360" fill="#2a323c"/>
${isDeck ? renderDeck(camera, isOccupied) : renderCarScene(plate)}
<rect width="640" height="34" fill="#000" opacity=".55"/>
<text x="14" y="23" font-size="16" fill="#fff">${escapeHtml(camera.name)}</text>
<text x="626" y="23" font-size="16" fill="#fff" text-anchor="end">${now.toISOString().slice(0, 19).replace("T", " ")} UTC</text>
</svg>
`;
}

const pickPlate = (camera: Camera, turn: number) => camera.plates[turn % camera.plates.length] ?? "";

function renderDeck({ slots }: Camera, isOccupied: (slot: string) => boolean): string {
  const columns = Math.ceil(slots.length / 2);
  const width = Math.min(160, 600 / columns);
  const left = (640 - columns * width) / 2 + 2;
  const bays = slots.map((slot, index) => {
    const x = left + Math.floor(index / 2) * width;
    const y = index % 2 === 0 ? 50 : 220;
    const middle = x + width / 2 - 2;
    const paint = pickPaint(`${slot.name} ${index}`);
    const car = `<rect x="${middle - 26}" y="${y + 10}" width="52" height="88" rx="16" fill="${paint}"/><rect x="${middle - 19}" y="${y + 28}" width="38" height="18" rx="6" fill="#9fc3d8" opacity=".85"/><rect x="${middle - 19}" y="${y + 76}" width="38" height="10" rx="5" fill="#9fc3d8" opacity=".6"/>`;
    return `<rect x="${x}" y="${y}" width="${width - 4}" height="126" fill="none" stroke="#f2f4f7" stroke-width="3" opacity=".7"/>
${isOccupied(slot.id) ? car : ""}<text x="${middle}" y="${y + 118}" font-size="15" text-anchor="middle" fill="#fff">${escapeHtml(slot.name)}</text>`;
  });
  return bays.join("\n");
}

/** Renders the web page of a device; its links are relative, so it also works behind a proxy. */
function renderDashboard({ label, vendor }: DevicePlan, cameras: readonly Camera[]): string {
  const empty = "<p>The cameras of this device are added manually in Gatehouse.</p>";
  return renderPage({
    title: label,
    subtitle: `Simulated ${vendor} device · ${cameras.length} ${cameras.length === 1 ? "camera" : "cameras"}`,
    body: cameras.length === 0 ? empty : cameras.map(renderCameraCard).join("\n"),
    refreshSeconds: 20,
  });
}

const renderCameraCard = ({ id, name, slots }: Camera) => `<article>
<img src="snapshots/${encodeURIComponent(id)}.svg" alt="View of ${escapeHtml(name)}">
<div><h2>${escapeHtml(name)}</h2><p>Camera ${escapeHtml(id)}</p>
${slots.length === 0 ? "" : `<ul>${slots.map((slot) => `<li>${escapeHtml(slot.name)}</li>`).join("")}</ul>`}</div>
</article>`;

/** HTTP response of a device. */
interface DeviceResponse {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const toJson = (value: unknown, status = 200): DeviceResponse => ({
  status,
  type: "application/json",
  text: JSON.stringify(value),
});
const notFound = toJson({ error: "not found" }, 404);

/** Vendors whose devices report their cameras over HTTP; the others have a dashboard and a health check only. */
const reportingVendors = new Set(["uncanny", "generic"]);

const toBasicAuth = ({ username, password }: NonNullable<DevicePlan["credentials"]>) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

interface RequestContext {
  authorization: string | undefined;
  now: Date;
  isOccupied(camera: string, slot: string): boolean;
}

/** The response of a device to a path; see docs/devices.md. */
function toDeviceResponse(
  path: string,
  plan: DevicePlan,
  cameras: readonly Camera[],
  { authorization, now, isOccupied }: RequestContext,
): DeviceResponse {
  if (path === "/") return { status: 200, type: "text/html; charset=utf-8", text: renderDashboard(plan, cameras) };
  const snapshotId = /^\/snapshots\/(.+)\.svg$/.exec(path)?.[1];
  const camera = cameras.find(({ id }) => id === snapshotId);
  if (camera) {
    const text = renderSnapshot(camera, now, (slot) => isOccupied(camera.id, slot));
    return { status: 200, type: "image/svg+xml", text };
  }
  if (!path.startsWith(`${plan.apiBasepath}/`)) return notFound;
  if (plan.credentials && authorization !== toBasicAuth(plan.credentials)) {
    return toJson({ error: "unauthorized" }, 401);
  }
  return toApiResponse(path.slice(plan.apiBasepath.length), plan, cameras);
}

function toApiResponse(path: string, plan: DevicePlan, cameras: readonly Camera[]): DeviceResponse {
  if (path === "/health") return toJson({ status: "ok" });
  if (!reportingVendors.has(plan.vendor)) return notFound;
  if (path === "/cameras") return toJson(cameras.map(toReport));
  const camera = cameras.find(({ id }) => path === `/cameras/${id}`);
  return camera ? toJson(toReport(camera)) : notFound;
}

const toReport = ({ id, name, slots }: Camera) => ({ id, name, slots });

/** A device on a loopback port. */
export interface SimulatedDevice extends FaultableServer<HttpFault> {
  readonly plan: DevicePlan;
  /** The cameras that it reports; the control API changes them. */
  readonly cameras: Camera[];
  /** Restores the cameras and clears the fault. */
  reset(): Promise<void>;
}

/** Starts a device; port 0 picks a free port. */
export async function startDevice(
  plan: DevicePlan,
  requestedPort: number,
  occupancy: BayOccupancy,
): Promise<SimulatedDevice> {
  const cameras = structuredClone([...plan.cameras]);
  const createDeviceServer = (fault: () => HttpFault) =>
    createServer((request, response) => {
      const [path = "/"] = (request.url ?? "/").split("?", 1);
      respondWithFault(fault(), response, () => {
        const { status, type, text } = toDeviceResponse(decodePath(path), plan, cameras, {
          authorization: request.headers.authorization,
          now: new Date(),
          isOccupied: (camera, slot) => occupancy.isOccupied({ device: plan.name, source: camera, slot }),
        });
        const framing = plan.deniesFraming ? { "x-frame-options": "SAMEORIGIN" } : {};
        response.writeHead(status, { "content-type": type, "cache-control": "no-store", ...framing }).end(text);
      });
    });
  const server = await startFaultableServer<HttpFault>(
    requestedPort,
    { healthy: "normal", unplugged: "refusing" },
    createDeviceServer,
  );
  return {
    ...server,
    plan,
    cameras,
    reset: async () => {
      cameras.splice(0, cameras.length, ...structuredClone([...plan.cameras]));
      await server.setFault("normal");
    },
  };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
