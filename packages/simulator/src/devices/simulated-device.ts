import { createServer } from "node:http";
import { type Plug, plugIn } from "../network/faultable-server.ts";
import { answerIn, type Manner } from "../network/http-fault.ts";
import type { Camera, DevicePlan } from "../plan/device-plan.ts";
import { answerAt } from "./device-responses.ts";
import type { ParkedCars } from "./parking-bays.ts";

/** A device that answers on a port of this machine, and can be told to behave badly. */
export interface SimulatedDevice extends Plug<Manner> {
  readonly plan: DevicePlan;
  /** What it reports now; the control changes it. */
  readonly cameras: Camera[];
  /** Back to how it was switched on. */
  reset(): Promise<void>;
}

/** Switches a device on; port 0 takes any free one. */
export async function startDevice(plan: DevicePlan, wantedPort: number, parked: ParkedCars): Promise<SimulatedDevice> {
  const cameras = structuredClone([...plan.cameras]);
  const plug = await plugIn<Manner>(wantedPort, { well: "normal", unplugged: "refusing" }, (manner) =>
    createServer((request, answer) => {
      const [path = "/"] = (request.url ?? "/").split("?", 1);
      answerIn(manner(), answer, () => {
        const { authorization } = request.headers;
        const isTaken = (camera: string, slot: string) => parked.isTaken({ device: plan.name, source: camera, slot });
        const asked = { authorization, now: new Date(), isTaken };
        const { status, type, text } = answerAt(decoded(path), plan, cameras, asked);
        const frames = plan.refusesFrames ? { "x-frame-options": "SAMEORIGIN" } : {};
        answer.writeHead(status, { "content-type": type, "cache-control": "no-store", ...frames }).end(text);
      });
    }),
  );
  return {
    ...plug,
    plan,
    cameras,
    reset: async () => {
      cameras.splice(0, cameras.length, ...structuredClone([...plan.cameras]));
      await plug.behave("normal");
    },
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
