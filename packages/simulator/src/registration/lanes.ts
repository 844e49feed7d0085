import { type ApiClient, findOrCreate } from "../gatehouse/api-client.ts";
import { type RegisteredCameras, toCameraKey } from "./cameras.ts";

const lanes = [
  { name: "Ring road north", speedLimit2w: 25, speedLimit4w: 30, camera: "21" },
  { name: "Ring road south", speedLimit2w: 25, speedLimit4w: 30, camera: "22" },
] as const;

/** Registers the lanes with their speed limits and cameras. */
export async function registerLanes(api: ApiClient, cameras: RegisteredCameras): Promise<void> {
  const existing = await api.call("GET /lanes", {});
  for (const { camera, ...body } of lanes) {
    const { id: laneId } = await findOrCreate(
      existing,
      ({ name }) => name === body.name,
      () => api.call("POST /lanes", { body }),
    );
    const saved = cameras.get(toCameraKey("speed-watch", camera));
    if (!saved || saved.laneId === laneId) continue;
    await api.call("PATCH /cameras/{module}/{id}", { params: { module: "osd", id: saved.id }, body: { laneId } });
  }
}
