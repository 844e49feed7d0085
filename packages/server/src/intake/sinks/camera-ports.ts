import type { Sender } from "@gatehouse/engine/events/incoming-event";
import type { HostAddresses } from "../../alert/host-addresses.ts";
import type { SiteCache, SiteDevice } from "../../gate/site-cache.ts";
import type { PushingCamera } from "../../gate/site-cameras.ts";
import { httpError } from "../../platform/http/http-error.ts";

interface CameraOfPort {
  readonly device: SiteDevice;
  readonly camera: PushingCamera;
}

/** Every saved camera with a port of its own. */
export function listPushingCameras(devices: ReadonlyMap<number, SiteDevice>): CameraOfPort[] {
  return [...devices.values()].flatMap((device) =>
    device.cameras
      .filter(({ isSaved, sinkPort }) => isSaved && sinkPort !== null)
      .map((camera) => ({ device, camera })),
  );
}

/**
 * Authenticates pushes on the ports of cameras by address: the camera's own one or that of its device. Cameras of
 * one device may share a port; then the message names the camera.
 */
export function createCameraPorts(siteCache: SiteCache, addressesOf: HostAddresses) {
  async function isAt({ device, camera }: CameraOfPort, address: string): Promise<boolean> {
    const hosts = [camera.ip, device.ip].filter((host) => host !== null);
    const known = await Promise.all(hosts.map(addressesOf));
    return known.some((addresses) => addresses.has(address));
  }

  async function listSenders(port: number, address: string): Promise<CameraOfPort[]> {
    const { devices } = await siteCache.now();
    const cameras = listPushingCameras(devices).filter(({ camera }) => camera.sinkPort === port);
    const isSender = await Promise.all(cameras.map((one) => isAt(one, address)));
    return cameras.filter((_, index) => isSender[index]);
  }

  return {
    findSender: async (port: number, address: string): Promise<Sender> => {
      const [first, ...others] = await listSenders(port, address);
      if (!first) throw httpError("ingest/wrong-camera");
      const { device, camera } = first;
      if (others.length === 0) return { kind: "device", device, camera };
      if (others.every((other) => other.device.id === device.id)) return { kind: "device", device };
      throw httpError("ingest/wrong-camera", { message: "Cameras of several devices have this port and address" });
    },
  };
}
