import type { Camera, DevicePlan } from "../plan/device-plan.ts";
import { renderDashboard } from "./dashboard.ts";
import { renderSnapshot } from "./snapshot.ts";

/** HTTP response of a device. */
export interface DeviceResponse {
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
export function toDeviceResponse(
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
