import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";

const deviceHealth = z.object({
  isHealthy: z.boolean(),
  deviceInfo: z.object({ ip: z.string(), apiPort: z.int() }),
  /** Set if the clock of the device is off by 2 seconds or more; positive if it is ahead. */
  clock: z.object({ driftMs: z.int(), level: z.enum(["warning", "alert"]) }).optional(),
});

/** The state of the field controller and of every AI device of an active module. */
export const health = z.object({
  mcp: z.boolean(),
  shield: z.array(deviceHealth),
  anpr: z.object({
    osd: z.array(deviceHealth),
    cameraCounting: z.array(deviceHealth),
    accessControl: z.array(deviceHealth),
  }),
  /** Set while the disk is so full that events are stored without images. */
  isDiskFull: z.literal(true).optional(),
});
health.register(z.globalRegistry, {
  id: "Health",
  description: "The state of the field controller and of every AI device of an active module",
});

/** The state of everything behind the console. */
export type Health = z.output<typeof health>;

export const healthEndpoints = defineEndpoints(
  { read: "view", write: "view", gates: "own" },
  {
    "GET /health": {
      tag: "Health",
      summary: "Which services and devices are well",
      response: health,
    },
    "GET /health-info": {
      tag: "Health",
      summary: "The same as /health, under the documents' other name",
      response: health,
    },
  },
);
