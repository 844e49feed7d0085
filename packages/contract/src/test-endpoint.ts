import type { Endpoint } from "./endpoint.ts";
import { hardwareResult } from "./fields/hardware-result.ts";
import { idParams } from "./fields/record.ts";
import type { GateKind } from "./gate-scope.ts";

/** The "Test" endpoint of a hardware device. */
export const testEndpoint = (tag: string, summary: string, record: GateKind) =>
  ({
    tag,
    summary,
    permission: "devices",
    gates: { record },
    params: idParams,
    response: hardwareResult,
    errors: ["record/not-found"],
  }) as const satisfies Endpoint;
