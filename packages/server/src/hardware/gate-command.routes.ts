import { commandEndpoints } from "@gatehouse/contract/entities/command/command.endpoints";
import type { Command } from "@gatehouse/contract/events/command";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import type { PlannedCommand } from "@gatehouse/engine/commands/plan";
import type { CommandOrigins } from "../commands/command-origins.ts";
import { toBarrierPayload, toBuzzerPayload, toCommandRecord, toTextPayload } from "../commands/command-payload.ts";
import type { CommandPayload } from "../commands/command-record.ts";
import { type Call, handle } from "../platform/http/call.ts";
import { refuse } from "../platform/http/refusal.ts";
import type { Services } from "../platform/services.ts";
import type { Site, SiteCache } from "../site/site-cache.ts";
import type { SiteGate } from "../site/site-wiring.ts";
import { type ManualCall, sendManualCommands } from "./manual-commands.ts";

type Manual = ManualCall & Pick<Call<(typeof commandEndpoints)["POST /gates/{id}/open"]>, "params" | "body">;
type Wired = { planned: PlannedCommand; payload: CommandPayload }[];

/** Manual commands of a gate: open, buzz, show. */
export const gateCommandRoutes = (services: Services, siteCache: SiteCache, origins: CommandOrigins) => {
  async function gateIn(id: number): Promise<{ site: Site; gate: SiteGate }> {
    const site = await siteCache.now();
    const gate = site.gates.get(id);
    if (!gate) throw refuse("record/not-found");
    return { site, gate };
  }

  async function byHand(call: Manual, wiredTo: (site: Site, gate: SiteGate) => Wired): Promise<Command[]> {
    const { site, gate } = await gateIn(call.params.id);
    const module = modulesOf(gate).find((one) => site.modules[one]);
    // MOD-3: also a person triggers nothing of modules that are off.
    if (!module) throw refuse("module/inactive");
    const wired = wiredTo(site, gate);
    if (wired.length === 0) throw refuse("gate/nothing-wired");
    const { reason } = call.body;
    const rows = wired.map(({ planned, payload }) => ({
      ...toCommandRecord(planned, payload, call.caller.arrival.at),
      gateId: gate.id,
      module,
      by: call.person.username,
      reason,
    }));
    return sendManualCommands(call, { services, origins }, rows);
  }

  return handle(commandEndpoints, {
    "POST /gates/{id}/open": (call) =>
      byHand(call, (site, { barrier }) =>
        barrier
          ? [
              {
                planned: { kind: "open", target: target("boomBarrier", barrier) },
                payload: toBarrierPayload(site, barrier),
              },
            ]
          : [],
      ),
    "POST /gates/{id}/buzz": (call) =>
      byHand(call, (_site, { buzzer }) =>
        buzzer
          ? [
              {
                planned: { kind: "buzz", target: target("buzzer", buzzer), forSeconds: buzzer.seconds ?? 1 },
                payload: toBuzzerPayload(buzzer),
              },
            ]
          : [],
      ),
    "POST /gates/{id}/show": (call) =>
      byHand(call, (_site, { displays }) =>
        displays.flatMap((display) => {
          const payload = toTextPayload(display, call.body.text);
          const { text } = call.body;
          if (!payload) return [];
          const planned = {
            kind: "show",
            target: target("display", display),
            text,
            forSeconds: display.seconds,
          } as const;
          return [{ planned, payload }];
        }),
      ),
  });
};

const target = <Kind extends string>(kind: Kind, { id, name }: { id: number; name: string }) => ({ kind, id, name });

/** Whose gate it is, by what reads at it; a gate where nothing reads is opened by people, whichever module is on. */
function modulesOf({ cameraId, sensorId }: SiteGate): EventModule[] {
  if (cameraId === null && sensorId === null) return ["ANPR_ACCESS_CONTROL", "RFID_ACCESS_CONTROL"];
  return [
    ...(cameraId === null ? [] : (["ANPR_ACCESS_CONTROL"] as const)),
    ...(sensorId === null ? [] : (["RFID_ACCESS_CONTROL"] as const)),
  ];
}
