import { presenceEndpoints } from "@gatehouse/contract/entities/access/access.endpoints";
import { accessFaults } from "@gatehouse/contract/entities/access/access.messages";
import { presence } from "@gatehouse/contract/entities/access/presence.schema";
import type { Tx } from "../platform/database/database.ts";
import type { Services } from "../platform/services.ts";
import { resource } from "../resources/resource.ts";

/** RULE-4: who is inside; a person can correct it and forgive a vehicle. */
export const presenceRoutes = ({ clock }: Services) =>
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
      access_presence_area: { path: "areaId", message: accessFaults.unknownArea },
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
