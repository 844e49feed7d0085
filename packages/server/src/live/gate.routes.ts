import { commandEndpoints } from "@gatehouse/contract/entities/command/command.endpoints";
import type { SiteEvent } from "@gatehouse/contract/entities/event/event.schema";
import type { Command } from "@gatehouse/contract/events/command";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import type { PlannedCommand } from "@gatehouse/engine/commands/plan";
import { type Kysely, sql } from "kysely";
import { commandsOfGate } from "../entities/command/command.store.ts";
import { imageAddressesFor } from "../entities/event/event-image.ts";
import { eventsById } from "../entities/event/event-list.ts";
import { eventOf } from "../entities/event/event-row.ts";
import { type Call, handle } from "../platform/call.ts";
import type { Reading } from "../platform/database.ts";
import { refuse } from "../platform/refusal.ts";
import type { Services } from "../platform/services.ts";
import { commandByHand, type ManualCall } from "./field/by-hand.ts";
import type { CommandOrigins } from "./field/command-origins.ts";
import type { CommandPayload } from "./field/field-command.ts";
import { barrierPayload, buzzerPayload, commandRow, textPayload } from "./field/planned.ts";
import type { Site, SiteFacts } from "./ingest/site.ts";
import type { SiteGate } from "./ingest/site-wiring.ts";

const mostShown = 20;

/** Only plates and tags are read at gates. */
type Passage = Extract<SiteEvent, { module: "ANPR_ACCESS_CONTROL" | "RFID_ACCESS_CONTROL" }>;

type Manual = ManualCall & Pick<Call<(typeof commandEndpoints)["POST /gates/{id}/open"]>, "params" | "body">;
type Wired = { planned: PlannedCommand; payload: CommandPayload }[];

/** What a gate did, and what a person has it do. */
export const gateActivityRoutes = (services: Services, facts: SiteFacts, origins: CommandOrigins) => {
  const { clock, tickets } = services;

  async function gateIn(id: number): Promise<{ site: Site; gate: SiteGate }> {
    const site = await facts.now();
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
      ...commandRow(planned, payload, call.caller.arrival.at),
      gateId: gate.id,
      module,
      by: call.person.username,
      reason,
    }));
    return commandByHand(call, { services, origins }, rows);
  }

  return handle(commandEndpoints, {
    "GET /gates/{id}/activity": async (call) => {
      const { params, read } = call;
      await gateIn(params.id);
      const addressOf = imageAddressesFor(call, { tickets, clock });
      const rows = await eventsById(read, await lastPassages(read, params.id));
      const passages = rows
        .sort((one, other) => other.occurredAt.localeCompare(one.occurredAt) || other.id - one.id)
        .map((row) => eventOf(row, addressOf));
      return { passages: passages as Passage[], commands: await commandsOfGate(read, params.id, mostShown) };
    },
    "POST /gates/{id}/open": (call) =>
      byHand(call, (site, { barrier }) =>
        barrier
          ? [
              {
                planned: { kind: "open", target: target("boomBarrier", barrier) },
                payload: barrierPayload(site, barrier),
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
                payload: buzzerPayload(buzzer),
              },
            ]
          : [],
      ),
    "POST /gates/{id}/show": (call) =>
      byHand(call, (_site, { displays }) =>
        displays.flatMap((display) => {
          const payload = textPayload(display, call.body.text);
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

async function lastPassages(db: Reading, gateId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from events where "gateId" = ${gateId} and shelf <> 'again'
    order by "occurredAt" desc, id desc limit ${mostShown}`.execute(db as unknown as Kysely<unknown>);
  return rows.map(({ id }) => id);
}
