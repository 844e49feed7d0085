import { requiredText } from "@gatehouse/contract/fields/text";
import { type DeviceResult, failed, success } from "../device-result.ts";
import { askForJson } from "./ask.ts";
import type { AiDeviceDriver, ReportedCamera, ReportedSlot } from "./driver.ts";

/** The cameras of a device that speaks our contract, at /cameras and /cameras/{id}. */
export const reportedCameras: Required<Pick<AiDeviceDriver, "listCameras" | "readCamera">> = {
  listCameras: async (device, http) => {
    const result = await askForJson(device, "/cameras", http);
    return result.ok ? understood(() => camerasIn(result.value)) : result;
  },
  readCamera: async (device, cameraId, http) => {
    const result = await askForJson(device, `/cameras/${encodeURIComponent(cameraId)}`, http);
    if (!result.ok) return result;
    const camera = understood(() => cameraIn(result.value, "camera"));
    if (!camera.ok || camera.value.id === cameraId) return camera;
    return failed("not-understood", `Asked for camera ${cameraId}, the device answered with ${camera.value.id}.`);
  },
};

const texts = { id: requiredText(100), name: requiredText() };

/** What an answer lacks; it never leaves this file. */
class Misfit extends Error {}

function understood<T>(read: () => T): DeviceResult<T> {
  try {
    return success(read());
  } catch (error) {
    if (error instanceof Misfit) return failed("not-understood", `The device's answer does not fit: ${error.message}.`);
    throw error;
  }
}

function camerasIn(answer: unknown): ReportedCamera[] {
  return listIn(field(answer, "cameras") ?? answer, "cameras", cameraIn);
}

function cameraIn(answer: unknown, where: string): ReportedCamera {
  const named = namedIn(answer, where);
  return { ...named, slots: listIn(field(answer, "slots") ?? [], `${where}.slots`, namedIn) };
}

function namedIn(answer: unknown, where: string): ReportedSlot {
  const given = field(answer, "id");
  const id = textIn("id", Number.isSafeInteger(given) ? String(given) : given, where);
  // What has no name of its own is shown by its id.
  return { id, name: textIn("name", field(answer, "name") ?? id, where) };
}

function textIn(key: "id" | "name", value: unknown, where: string): string {
  const checked = texts[key].safeParse(value);
  if (checked.success) return checked.data;
  throw new Misfit(`${where}.${key} ${checked.error.issues[0]?.message.toLowerCase()}`);
}

function listIn<T extends ReportedSlot>(value: unknown, where: string, read: (item: unknown, where: string) => T): T[] {
  if (!Array.isArray(value)) throw new Misfit(`${where} is not a list`);
  const items = value.map((item, index) => read(item, `${where}[${index}]`));
  const ids = new Set<string>();
  for (const { id } of items) {
    if (ids.has(id)) throw new Misfit(`${where} has the id ${id} twice`);
    ids.add(id);
  }
  return items;
}

function field(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key] ?? undefined;
}
