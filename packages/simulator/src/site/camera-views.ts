import type { SimulatedDevice } from "../devices/simulated-device.ts";
import type { FindView } from "../media/media-server.ts";
import { manualCameras } from "../plan/device-plan.ts";
import { gatePlans } from "../plan/gate-plan.ts";
import type { Traffic } from "../traffic/traffic.ts";

/** Finds what a camera sees by its name at the media server, `main-gate/1`: the car at its gate. */
export function createFindView(devices: readonly SimulatedDevice[], traffic: Pick<Traffic, "carAt">): FindView {
  return (source) => {
    const [deviceName = "", id = ""] = source.split("/");
    const reported = devices.find(({ plan }) => plan.name === deviceName)?.cameras.find((camera) => camera.id === id);
    const manual = manualCameras.find((camera) => camera.device === deviceName && camera.uid === id);
    const name = reported?.name ?? manual?.label;
    if (name === undefined) return undefined;
    const gate = gatePlans.find(({ camera }) => camera.device === deviceName && camera.id === id);
    return { name, plate: (gate && traffic.carAt(gate.name)?.plate) ?? null };
  };
}
