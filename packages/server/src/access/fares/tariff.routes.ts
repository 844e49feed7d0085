import {
  type Tariff,
  type TariffVersion,
  tariff,
  tariffEndpoints,
  tariffVersionEndpoints,
} from "@gatehouse/contract/entities/tariff";
import { tariffConflict } from "@gatehouse/contract/entities/tariff.messages";
import { findConflict, type TariffScope } from "@gatehouse/contract/fares/tariff-choice";
import type { Tx } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import { httpError, invalidFields } from "../../platform/http/http-error.ts";
import { type ResourceShape, resource } from "../../platform/resources/resource.ts";
import type { Services } from "../../platform/services.ts";
import { addTariffVersion, endTariffVersions, listTariffVersions, lockTariffs } from "./tariff.store.ts";

/** CRUD of tariffs. Every change is kept as a version. */
export function tariffRoutes({ clock }: Services) {
  const shape: ResourceShape<Tariff> = {
    table: "tariffs",
    record: tariff,
    constraints: { tariffs_name: { path: "name", message: "Another tariff has this name" } },
    guardSaved: async (tx, id) => {
      await rejectConflict(tx, id);
      await addTariffVersion(tx, id, clock.now());
    },
  };
  const plain = resource<typeof tariffEndpoints, Tariff>(tariffEndpoints, shape);
  return {
    ...handle(tariffEndpoints, {
      ...plain,
      "DELETE /tariffs/{id}": (call) => {
        const guardRemoved = (tx: Tx) => endTariffVersions(tx, call.params.id, clock.now());
        const removing = resource<typeof tariffEndpoints, Tariff>(tariffEndpoints, { ...shape, guardRemoved });
        return removing["DELETE /tariffs/{id}"](call);
      },
    }),
    ...handle(tariffVersionEndpoints, {
      "GET /tariffs/{id}/versions": async ({ params, read }) => {
        const versions = await listTariffVersions(read, params.id);
        if (versions.length === 0) throw httpError("record/not-found");
        return versions.map(({ id: _, ...version }) => version as unknown as TariffVersion);
      },
    }),
  };
}

/** Rejects two tariffs of which neither comes first. */
async function rejectConflict(tx: Tx, id: number): Promise<void> {
  await lockTariffs(tx);
  const rows = (await tx
    .selectFrom("tariffs")
    .select(["id", "name", "validFrom", "vehicleTypes", "days"])
    .execute()) as unknown as (TariffScope & { name: string })[];
  const saved = rows.find((row) => row.id === id);
  const conflict = saved && findConflict(saved, rows);
  if (conflict) throw invalidFields([{ path: "validFrom", message: tariffConflict(conflict.name) }]);
}
