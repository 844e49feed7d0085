import { boomBarrierTestEndpoints } from "@gatehouse/contract/entities/boom-barrier";
import { buzzerTestEndpoints } from "@gatehouse/contract/entities/buzzer";
import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import type { PlannedCommand } from "@gatehouse/engine/commands/plan";
import { type Call, handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import type { CommandOrigins } from "../command-origins.ts";
import {
  toBarrierPayload,
  toBuzzerPayload,
  toCommandRecord,
  toLampPayload,
  toTextPayload,
} from "../command-payload.ts";
import type { CommandPayload } from "../command-record.ts";
import { type ManualCall, sendManualCommands } from "../manual-commands.ts";
import type { SiteCache } from "../site-cache.ts";
import { loadActuators, loadDisplays } from "../site-wiring.ts";

const testText = "GATEHOUSE TEST";

type TestCall = ManualCall & Pick<Call<(typeof boomBarrierTestEndpoints)["POST /boom-barriers/{id}/test"]>, "params">;

/** The "Test" buttons: send a real pulse, sound or text, and return the device's result. */
export const hardwareTestRoutes = (services: Services, siteCache: SiteCache, origins: CommandOrigins) => {
  async function test(
    call: TestCall,
    planned: PlannedCommand,
    payload: CommandPayload | undefined,
  ): Promise<HardwareResult> {
    if (!payload) return { outcome: "rejected", detail: "This display type fetches its content itself." };
    const { person, caller } = call;
    const row = { ...toCommandRecord(planned, payload, caller.arrival.at), by: person.username, reason: "Test" };
    const [command] = await sendManualCommands(call, { services, origins }, [row]);
    if (command?.state === "accepted" || command?.state === "rejected")
      return { outcome: command.state, detail: command.detail };
    const detail = command?.endedAt ? command.detail : "Not sent yet.";
    return { outcome: "unreachable", detail };
  }

  return {
    ...handle(boomBarrierTestEndpoints, {
      "POST /boom-barriers/{id}/test": async (call) => {
        const barrier = (await loadActuators(call.read, "boom_barriers")).get(call.params.id);
        if (!barrier) throw httpError("record/not-found");
        const target = { kind: "boomBarrier", id: barrier.id, name: barrier.name } as const;
        return test(
          call,
          { kind: "open", target },
          toBarrierPayload(await siteCache.now(), barrier, services.clock.now()),
        );
      },
    }),
    ...handle(buzzerTestEndpoints, {
      "POST /buzzers/{id}/test": async (call) => {
        const buzzer = (await loadActuators(call.read, "buzzers")).get(call.params.id);
        if (!buzzer) throw httpError("record/not-found");
        const target = { kind: "buzzer", id: buzzer.id, name: buzzer.name } as const;
        return test(call, { kind: "buzz", target, forSeconds: buzzer.seconds ?? 1 }, toBuzzerPayload(buzzer));
      },
    }),
    "POST /displays/{id}/test": async (call: TestCall): Promise<HardwareResult> => {
      const display = (await loadDisplays(call.read)).get(call.params.id);
      if (!display) throw httpError("record/not-found");
      const target = { kind: "display", id: display.id, name: display.name } as const;
      const { seconds: forSeconds } = display;
      if (display.type === "binary")
        return test(call, { kind: "lamp", target, colour: "g", forSeconds }, toLampPayload(display, forSeconds));
      return test(call, { kind: "show", target, text: testText, forSeconds }, toTextPayload(display, testText));
    },
  };
};
