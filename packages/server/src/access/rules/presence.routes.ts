import { csvLine } from "@gatehouse/contract/csv";
import { presence } from "@gatehouse/contract/entities/access/access";
import { presenceEndpoints } from "@gatehouse/contract/entities/access/access.endpoints";
import { accessErrors } from "@gatehouse/contract/entities/access/access.messages";
import { zonedText } from "@gatehouse/contract/fields/zoned-time";
import { gateErrors } from "@gatehouse/contract/gate-scope";
import { loadGateAccess } from "../../house/gate-links.ts";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { handle, type Person } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { resource } from "../../platform/resources/resource.ts";
import type { Services } from "../../platform/services.ts";

/** Who is inside; a person can correct it and forgive a vehicle. */
export function presenceRoutes(services: Services) {
  const corrections = presenceResource(services);
  return handle(presenceEndpoints, {
    ...corrections,
    "GET /access/presence/export": async ({ read, person }) => ({
      filename: "presence.csv",
      content: exportPresence(read, person.gateIds),
    }),
    "POST /access/presence": async (call) => {
      await requireOwnAreas(call, [call.body.areaId]);
      return corrections["POST /access/presence"](call);
    },
    "PUT /access/presence/{id}": async (call) => {
      await requireOwnAreas(call, [call.body.areaId, ...(await areasOf(call.read, call.params.id))]);
      return corrections["PUT /access/presence/{id}"](call);
    },
    "DELETE /access/presence/{id}": async (call) => {
      await requireOwnAreas(call, await areasOf(call.read, call.params.id));
      return corrections["DELETE /access/presence/{id}"](call);
    },
  });
}

/** The vehicles inside the areas of the person's own gates, the latest first. */
async function* exportPresence(read: ReadDb, gateIds: Person["gateIds"]): AsyncGenerator<string> {
  const [access, { timeZone }, rows] = await Promise.all([
    loadGateAccess(read, gateIds),
    loadRequiredConfigs(read),
    read
      .selectFrom("access_presence_records as p")
      .innerJoin("access_areas as a", "a.id", "p.areaId")
      .select(["p.vehicle", "p.name", "p.areaId", "a.name as area", "p.since", "p.eventId"])
      .orderBy("p.since", "desc")
      .execute(),
  ]);
  yield csvLine(["vehicle", "name", "area", "since", "event"]);
  yield rows
    .filter(({ areaId }) => access.may("access_areas", Number(areaId), "visible"))
    .map(({ vehicle, name, area, since, eventId }) =>
      csvLine([vehicle, name, area, zonedText(new Date(String(since)), timeZone), eventId]),
    )
    .join("");
}

/** People who are limited to gates correct the areas that one of their gates leads into or out of. */
async function requireOwnAreas(
  { read, person }: { read: ReadDb; person: Pick<Person, "gateIds"> },
  areaIds: readonly number[],
): Promise<void> {
  const access = await loadGateAccess(read, person.gateIds);
  if (areaIds.every((areaId) => access.may("access_areas", areaId, "some"))) return;
  throw httpError("auth/not-permitted", { message: gateErrors.record });
}

const areasOf = async (db: ReadDb, id: number): Promise<number[]> =>
  (await db.selectFrom("access_presence").select("areaId").where("id", "=", id).execute()).map(({ areaId }) => areaId);

const presenceResource = ({ clock }: Services) =>
  resource(presenceEndpoints, {
    table: "access_presence",
    view: "access_presence_records",
    record: presence,
    encode: async (fields, tx) => {
      const [vehicle, areaId] = [String(fields.vehicle), Number(fields.areaId)];
      // Forgiving changes nothing about where the vehicle is.
      if (await isIn(tx, vehicle, areaId)) return fields;
      const since = clock.now();
      return { ...fields, since, eventId: null, eventModule: null, groupIds: await loadGroupIds(tx, vehicle) };
    },
    constraints: {
      access_presence_vehicle: { path: "vehicle", message: "This vehicle is inside already" },
      access_presence_area: { path: "areaId", message: accessErrors.unknownArea },
    },
  });

const isIn = async (tx: Tx, vehicle: string, areaId: number): Promise<boolean> =>
  (await tx
    .selectFrom("access_presence")
    .select("id")
    .where("vehicle", "=", vehicle)
    .where("areaId", "=", areaId)
    .executeTakeFirst()) !== undefined;

async function loadGroupIds(tx: Tx, vehicle: string): Promise<number[]> {
  const rows = await tx
    .selectFrom("identifier_groups")
    .innerJoin("identifiers", "identifiers.id", "identifier_groups.identifierId")
    .select("groupId")
    .distinct()
    .where("iidNormalized", "=", vehicle)
    .execute();
  return rows.map(({ groupId }) => groupId);
}
