import { gateActivityEndpoints } from "@gatehouse/contract/entities/command";
import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { listCommandsOfGate } from "../../gate/command.store.ts";
import { imageUrlsFor } from "../../house/event-image-urls.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { isListed, loadEventsById } from "./event-list.ts";
import { toSiteEvent } from "./event-row.ts";

const maxShown = 20;

/** Only plates and tags are read at gates. */
type Passage = Extract<SiteEvent, { module: "ANPR_ACCESS_CONTROL" | "RFID_ACCESS_CONTROL" }>;

/** The latest passages and commands of a gate. */
export const gateActivityRoutes = (services: Services) =>
  handle(gateActivityEndpoints, {
    "GET /gates/{id}/activity": async (call) => {
      const { params, read } = call;
      const gate = await read.selectFrom("gates").select("id").where("id", "=", params.id).executeTakeFirst();
      if (!gate) throw httpError("record/not-found");
      const urlOf = imageUrlsFor(call, services);
      const rows = await loadEventsById(read, await listPassageIds(read, params.id));
      const passages = rows
        .sort((one, other) => other.occurredAt.localeCompare(one.occurredAt) || other.id - one.id)
        .map((row) => toSiteEvent(row, urlOf));
      return { passages: passages as Passage[], commands: await listCommandsOfGate(read, params.id, maxShown) };
    },
  });

async function listPassageIds(db: ReadDb, gateId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("events")
    .select("id")
    .where("gateId", "=", gateId)
    .where(isListed)
    .orderBy("occurredAt", "desc")
    .orderBy("id", "desc")
    .limit(maxShown)
    .execute();
  return rows.map(({ id }) => id);
}
