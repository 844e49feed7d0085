import { commandEndpoints } from "@gatehouse/contract/entities/command";
import type { Command } from "@gatehouse/contract/events/command";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import type { PlannedCommand } from "@gatehouse/engine/commands/plan";
import { type Call, handle } from "../../platform/http/call.ts";
import { httpError, invalidFields } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import type { CommandOrigins } from "../command-origins.ts";
import {
  findTextError,
  toBarrierPayload,
  toBuzzerPayload,
  toCommandRecord,
  toTextPayload,
} from "../command-payload.ts";
import type { CommandPayload } from "../command-record.ts";
import { type ManualCall, sendManualCommands } from "../manual-commands.ts";
import type { Site, SiteCache } from "../site-cache.ts";
import type { SiteGate } from "../site-wiring.ts";

type GateCall = ManualCall & Pick<Call<(typeof commandEndpoints)["POST /gates/{id}/open"]>, "params" | "body">;
type TargetCommands = { planned: PlannedCommand; payload: CommandPayload }[];

/** Manual commands of a gate: open, buzz, show. */
export const gateCommandRoutes = (services: Services, siteCache: SiteCache, origins: CommandOrigins) => {
  async function gateIn(id: number): Promise<{ site: Site; gate: SiteGate }> {
    const site = await siteCache.now();
    const gate = site.gates.get(id);
    if (!gate) throw httpError("record/not-found");
    return { site, gate };
  }

  async function sendTo(
    call: GateCall,
    commandsFor: (site: Site, gate: SiteGate) => TargetCommands,
  ): Promise<Command[]> {
    const { site, gate } = await gateIn(call.params.id);
    const module = modulesOf(gate).find((candidate) => site.modules[candidate]);
    // Applies to manual commands too.
    if (!module) throw httpError("module/inactive");
    const commands = commandsFor(site, gate);
    if (commands.length === 0) throw httpError("gate/nothing-wired");
    const { reason } = call.body;
    const rows = commands.map(({ planned, payload }) => ({
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
      sendTo(call, (site, { barrier }) =>
        barrier
          ? [
              {
                planned: { kind: "open", target: target("boomBarrier", barrier) },
                payload: toBarrierPayload(site, barrier, services.clock.now()),
              },
            ]
          : [],
      ),
    "POST /gates/{id}/buzz": (call) =>
      sendTo(call, (_site, { buzzer }) =>
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
      sendTo(call, (_site, { displays }) => {
        const { text } = call.body;
        const errors = displays.map((display) => findTextError(display, text)).filter((error) => error !== undefined);
        if (errors.length > 0) throw invalidFields(errors.map((message) => ({ path: "text", message })));
        return displays.flatMap((display) => {
          const payload = toTextPayload(display, text);
          if (!payload) return [];
          const planned = {
            kind: "show",
            target: target("display", display),
            text,
            forSeconds: display.seconds,
          } as const;
          return [{ planned, payload }];
        });
      }),
  });
};

const target = <Kind extends string>(kind: Kind, { id, name }: { id: number; name: string }) => ({ kind, id, name });

/** The modules of a gate, from its camera and reader; a gate with neither can be opened manually with either module. */
function modulesOf({ cameraId, sensorId }: SiteGate): EventModule[] {
  if (cameraId === null && sensorId === null) return ["ANPR_ACCESS_CONTROL", "RFID_ACCESS_CONTROL"];
  return [
    ...(cameraId === null ? [] : (["ANPR_ACCESS_CONTROL"] as const)),
    ...(sensorId === null ? [] : (["RFID_ACCESS_CONTROL"] as const)),
  ];
}
