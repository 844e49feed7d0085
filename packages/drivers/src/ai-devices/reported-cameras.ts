import { requiredText } from "@gatehouse/contract/fields/text";
import { type DeviceResult, failed, success } from "../device-result.ts";
import { getJson } from "./device-request.ts";
import type { AiDeviceDriver, ReportedCamera, ReportedSlot } from "./driver.ts";

/** The cameras of a device with the documented protocol, at /cameras and /cameras/{id}. */
export const reportedCameras: Required<Pick<AiDeviceDriver, "listCameras" | "readCamera">> = {
  listCameras: async (device, http) => {
    const result = await getJson(device, "/cameras", http);
    return result.ok ? toResult(() => parseCameras(result.value)) : result;
  },
  readCamera: async (device, cameraId, http) => {
    const result = await getJson(device, `/cameras/${encodeURIComponent(cameraId)}`, http);
    if (!result.ok) return result;
    const camera = toResult(() => parseCamera(result.value, "camera"));
    if (!camera.ok || camera.value.id === cameraId) return camera;
    return failed("not-understood", `Asked for camera ${cameraId}, the device answered with ${camera.value.id}.`);
  },
};

const texts = { id: requiredText(100), name: requiredText() };

/** Thrown and caught in this file only. */
class InvalidReply extends Error {}

function toResult<T>(read: () => T): DeviceResult<T> {
  try {
    return success(read());
  } catch (error) {
    if (error instanceof InvalidReply)
      return failed("not-understood", `Invalid reply from the device: ${error.message}.`);
    throw error;
  }
}

function parseCameras(response: unknown): ReportedCamera[] {
  return parseList(field(response, "cameras") ?? response, "cameras", parseCamera);
}

function parseCamera(response: unknown, where: string): ReportedCamera {
  const named = parseNamed(response, where);
  return { ...named, slots: parseList(field(response, "slots") ?? [], `${where}.slots`, parseNamed) };
}

function parseNamed(response: unknown, where: string): ReportedSlot {
  const given = field(response, "id");
  const id = parseText("id", Number.isSafeInteger(given) ? String(given) : given, where);
  // Without a name the id is shown.
  return { id, name: parseText("name", field(response, "name") ?? id, where) };
}

function parseText(key: "id" | "name", value: unknown, where: string): string {
  const checked = texts[key].safeParse(value);
  if (checked.success) return checked.data;
  throw new InvalidReply(`${where}.${key} ${checked.error.issues[0]?.message.toLowerCase()}`);
}

function parseList<T extends ReportedSlot>(
  value: unknown,
  where: string,
  read: (item: unknown, where: string) => T,
): T[] {
  if (!Array.isArray(value)) throw new InvalidReply(`${where} is not a list`);
  const items = value.map((item, index) => read(item, `${where}[${index}]`));
  const ids = new Set<string>();
  for (const { id } of items) {
    if (ids.has(id)) throw new InvalidReply(`${where} has the id ${id} twice`);
    ids.add(id);
  }
  return items;
}

function field(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key] ?? undefined;
}
