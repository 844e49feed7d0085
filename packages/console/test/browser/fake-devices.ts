import { modules } from "@gatehouse/contract/modules/registry";
import type { FakeSite } from "./fake-site.ts";

/** Lists the devices of a module. */
export const answerDevices = (site: FakeSite): void =>
  site.respond(
    "GET /ai-devices/{module}",
    ({ params }) => site.rows("/ai-devices").filter(({ scope }) => scope === modules[params.module].code) as never,
  );
