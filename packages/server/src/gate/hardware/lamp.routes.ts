import { lampEndpoints } from "@gatehouse/contract/entities/display/display.endpoints";
import { handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { type CommandPayload, maxCommandAgeMs } from "../command-record.ts";
import type { SiteCache } from "../site-cache.ts";

/** How long a command keeps a lamp switched, for its preview. */
export const lampRoutes = ({ clock }: Services, siteCache: SiteCache) =>
  handle(lampEndpoints, {
    "GET /displays/{id}/lamp": async ({ params, read }) => {
      const display = (await siteCache.now()).displays.get(params.id);
      if (display?.type !== "binary") throw httpError("record/not-found");
      const last = await read
        .selectFrom("commands")
        .select(["endedAt", "payload"])
        .where("kind", "=", "lamp")
        .where("targetId", "=", display.id)
        .where("state", "=", "accepted")
        .where("at", ">", new Date(clock.now().getTime() - display.seconds * 1_000 - maxCommandAgeMs).toISOString())
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst();
      return {
        switchedForMs: last?.endedAt
          ? remainingMs(clock.elapsedMs(new Date(last.endedAt)), last.payload as CommandPayload)
          : 0,
      };
    },
  });

/** 0 for a time in the future, which means that the clock was stepped back. */
function remainingMs(sinceMs: number, payload: CommandPayload): number {
  return payload.way === "relay" && sinceMs >= 0 ? Math.max(0, payload.pulseMs - sinceMs) : 0;
}
