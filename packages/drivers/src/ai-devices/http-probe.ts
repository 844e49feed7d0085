import type { AiDeviceDriver } from "./driver.ts";

/** A probe for devices that say on one path that they are well. */
export const httpProbe =
  (path: string): AiDeviceDriver["probe"] =>
  async ({ ip, apiPort, apiBasepath }, get) => {
    const host = ip.includes(":") ? `[${ip}]` : ip;
    const answer = await get(`http://${host}:${apiPort}${apiBasepath}${path}`);
    return answer !== undefined && answer.status < 400;
  };
