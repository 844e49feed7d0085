import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { anprEvent } from "../events/anpr.ts";
import { command, manualCommand, manualText } from "../events/command.ts";
import { rfidEvent } from "../events/rfid.ts";
import { idParams } from "../fields/record.ts";

const tag = "Gates";
const manual = (summary: string) =>
  ({
    tag,
    summary,
    params: idParams,
    response: z.array(command),
    errors: ["record/not-found", "gate/nothing-wired", "module/inactive"],
  }) as const;

/** The history of a gate. */
export const gateActivityEndpoints = defineEndpoints(
  { read: "view", write: "open", gates: "gates" },
  {
    "GET /gates/{id}/activity": {
      tag,
      summary: "A gate's last passages and commands, the latest first",
      params: idParams,
      response: z.object({
        passages: z.array(z.discriminatedUnion("module", [anprEvent, rfidEvent])),
        commands: z.array(command),
      }),
      errors: ["record/not-found"],
    },
  },
);

/** Manual commands of a gate. */
export const commandEndpoints = defineEndpoints(
  { read: "view", write: "open", gates: "gates" },
  {
    "POST /gates/{id}/open": { ...manual("Open a gate's barrier manually, with a reason"), body: manualCommand },
    "POST /gates/{id}/buzz": { ...manual("Sound a gate's buzzer manually, with a reason"), body: manualCommand },
    "POST /gates/{id}/show": {
      ...manual("Show a text on a gate's displays manually, with a reason"),
      body: manualText,
    },
  },
);
