import { createServer } from "node:http";
import { type FaultableServer, startFaultableServer } from "../network/faultable-server.ts";
import { type HttpFault, respondWithFault } from "../network/http-fault.ts";
import type { Camera, DevicePlan } from "../plan/device-plan.ts";
import { toDeviceResponse } from "./device-responses.ts";
import type { BayOccupancy } from "./parking-bays.ts";

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
