import { ensured, type SiteApi } from "../gatehouse/api-client.ts";
import { cameraKey, type SavedCameras } from "./cameras.ts";

const lanes = [
  { name: "Ring road north", speedLimit2w: 25, speedLimit4w: 30, camera: "21" },
  { name: "Ring road south", speedLimit2w: 25, speedLimit4w: 30, camera: "22" },
] as const;

/** Enters the lanes with their limits, each with the camera that measures on it. */
export async function enterLanes(api: SiteApi, cameras: SavedCameras): Promise<void> {
  const existing = await api.call("GET /lanes", {});
  for (const { camera, ...body } of lanes) {
    const { id: laneId } = await ensured(
      existing,
      ({ name }) => name === body.name,
      () => api.call("POST /lanes", { body }),
    );
    const saved = cameras.get(cameraKey("speed-watch", camera));
    if (!saved || saved.laneId === laneId) continue;
    await api.call("PATCH /cameras/{module}/{id}", { params: { module: "osd", id: saved.id }, body: { laneId } });
  }
}
