import type { Camera, DevicePlan } from "../plan/device-plan.ts";
import { dashboardPage } from "./dashboard.ts";
import { snapshot } from "./snapshot.ts";

/** What a device says to one question. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const json = (value: unknown, status = 200): Answer => ({
  status,
  type: "application/json",
  text: JSON.stringify(value),
});
const nothing = json({ error: "nothing here" }, 404);

/** The vendors whose devices say over HTTP which cameras they have; the others have a web page and their health. */
const reporting = new Set(["uncanny", "generic"]);

const credentialsOf = ({ username, password }: NonNullable<DevicePlan["credentials"]>) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

/** Who asks, when, and what there is to see. */
interface Asked {
  authorization: string | undefined;
  now: Date;
  isTaken(camera: string, slot: string): boolean;
}

/** What a device answers at a path, as docs/devices.md has it. */
export function answerAt(
  path: string,
  plan: DevicePlan,
  cameras: readonly Camera[],
  { authorization, now, isTaken }: Asked,
): Answer {
  if (path === "/") return { status: 200, type: "text/html; charset=utf-8", text: dashboardPage(plan, cameras) };
  const pictured = /^\/snapshots\/(.+)\.svg$/.exec(path)?.[1];
  const seen = cameras.find(({ id }) => id === pictured);
  if (seen) return { status: 200, type: "image/svg+xml", text: snapshot(seen, now, (slot) => isTaken(seen.id, slot)) };
  if (!path.startsWith(`${plan.apiBasepath}/`)) return nothing;
  if (plan.credentials && authorization !== credentialsOf(plan.credentials)) return json({ error: "sign in" }, 401);
  return apiAnswer(path.slice(plan.apiBasepath.length), plan, cameras);
}

function apiAnswer(path: string, plan: DevicePlan, cameras: readonly Camera[]): Answer {
  if (path === "/health") return json({ status: "ok" });
  if (!reporting.has(plan.vendor)) return nothing;
  if (path === "/cameras") return json(cameras.map(reported));
  const camera = cameras.find(({ id }) => path === `/cameras/${id}`);
  return camera ? json(reported(camera)) : nothing;
}

const reported = ({ id, name, slots }: Camera) => ({ id, name, slots });
