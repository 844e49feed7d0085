import type { Endpoint } from "./endpoint.ts";
import { hardwareResult } from "./fields/hardware-result.ts";
import { idParams } from "./fields/record.ts";

/** The "Test" endpoint of a hardware device. */
export const testEndpoint = (tag: string, summary: string) =>
  ({
    tag,
    summary,
    permission: "devices",
    params: idParams,
    answer: hardwareResult,
    faults: ["record/not-found"],
  }) as const satisfies Endpoint;
