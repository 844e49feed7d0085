import { boomBarrierTestEndpoints } from "@gatehouse/contract/entities/boom-barrier/boom-barrier.endpoints";
import { buzzerTestEndpoints } from "@gatehouse/contract/entities/buzzer/buzzer.endpoints";
import type { FieldOutcome } from "@gatehouse/contract/fields/field-outcome";
import type { PlannedCommand } from "@gatehouse/engine/commands/plan";
import type { CommandOrigins } from "../commands/command-origins.ts";
import { barrierPayload, buzzerPayload, commandRow, lampPayload, textPayload } from "../commands/command-payload.ts";
import type { CommandPayload } from "../commands/command-record.ts";
import { type Call, handle } from "../platform/http/call.ts";
import { refuse } from "../platform/http/refusal.ts";
import type { Services } from "../platform/services.ts";
import type { SiteFacts } from "../site/site-cache.ts";
import { readActuators, readDisplays } from "../site/site-wiring.ts";
import { commandByHand, type ManualCall } from "./manual-commands.ts";

const testText = "GATEHOUSE TEST";

type Tested = ManualCall & Pick<Call<(typeof boomBarrierTestEndpoints)["POST /boom-barriers/{id}/test"]>, "params">;

/** The "Test" buttons: a real pulse, sound or text, and what the device answered. */
export const fieldTestRoutes = (services: Services, facts: SiteFacts, origins: CommandOrigins) => {
  async function test(
    call: Tested,
    planned: PlannedCommand,
    payload: CommandPayload | undefined,
  ): Promise<FieldOutcome> {
    if (!payload) return { outcome: "rejected", detail: "This display type fetches its content itself." };
    const { person, caller } = call;
    const row = { ...commandRow(planned, payload, caller.arrival.at), by: person.username, reason: "Test" };
    const [command] = await commandByHand(call, { services, origins }, [row]);
    if (command?.state === "accepted" || command?.state === "rejected")
      return { outcome: command.state, detail: command.detail };
    const detail = command?.endedAt ? command.detail : "Not sent yet.";
    return { outcome: "unreachable", detail };
  }

  return {
    ...handle(boomBarrierTestEndpoints, {
      "POST /boom-barriers/{id}/test": async (call) => {
        const barrier = (await readActuators(call.read, "boom_barriers")).get(call.params.id);
        if (!barrier) throw refuse("record/not-found");
        const target = { kind: "boomBarrier", id: barrier.id, name: barrier.name } as const;
        return test(call, { kind: "open", target }, barrierPayload(await facts.now(), barrier));
      },
    }),
    ...handle(buzzerTestEndpoints, {
      "POST /buzzers/{id}/test": async (call) => {
        const buzzer = (await readActuators(call.read, "buzzers")).get(call.params.id);
        if (!buzzer) throw refuse("record/not-found");
        const target = { kind: "buzzer", id: buzzer.id, name: buzzer.name } as const;
        return test(call, { kind: "buzz", target, forSeconds: buzzer.seconds ?? 1 }, buzzerPayload(buzzer));
      },
    }),
    "POST /displays/{id}/test": async (call: Tested): Promise<FieldOutcome> => {
      const display = (await readDisplays(call.read)).get(call.params.id);
      if (!display) throw refuse("record/not-found");
      const target = { kind: "display", id: display.id, name: display.name } as const;
      const { seconds: forSeconds } = display;
      if (display.type === "binary")
        return test(call, { kind: "lamp", target, colour: "g", forSeconds }, lampPayload(display, forSeconds));
      return test(call, { kind: "show", target, text: testText, forSeconds }, textPayload(display, testText));
    },
  };
};
