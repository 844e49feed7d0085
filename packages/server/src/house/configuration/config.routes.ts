import { dataClasses, retentionBoundOf, retentionError } from "@gatehouse/contract/data-classes";
import { type Config, config, configEndpoints } from "@gatehouse/contract/entities/config";
import { requiredConfig } from "@gatehouse/contract/entities/required-configs";
import type { ConfigScope } from "@gatehouse/contract/modules/module";
import { configPermission } from "@gatehouse/contract/permissions";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { handle, type Person } from "../../platform/http/call.ts";
import { httpError, invalidFields } from "../../platform/http/http-error.ts";
import { requirePermission } from "../../platform/http/permission.ts";
import { resource } from "../../platform/resources/resource.ts";
import { rejectForbiddenUrls } from "../integration-url.ts";
import { loadRequiredConfigs } from "../required-config.store.ts";

/** Required configurations can't be deleted, and their key, type and scope can't be changed. */
const plainRoutes = resource<typeof configEndpoints, Config>(configEndpoints, {
  table: "configs",
  record: config,
  narrow: ({ params }) => params,
  encode: (fields) => ({ ...fields, value: JSON.stringify(fields.value) }),
  constraints: { configs_key: { path: "key", message: "This key already exists in this scope" } },
  guardChange: (before, change) => {
    const locked = ["key", "dataType", "scope"] as const;
    const changesLocked = locked.some((field) => change[field] !== before[field]);
    if (before.isRequired && changesLocked) throw httpError("config/locked");
  },
  guardSaved: async (tx, id) => {
    const { scope, key, value } = await tx
      .selectFrom("configs")
      .select(["scope", "key", "value"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (requiredConfig(scope as ConfigScope, key)?.isIntegrationUrl)
      await rejectForbiddenUrls(tx, { value: String(value) });
    if (scope === "global") await rejectReversedRetention(tx, key);
  },
  guardRemoval: (before) => {
    if (before.isRequired) throw httpError("config/locked");
  },
});

/** A maximum retention must not be below its minimum, whichever of the two is changed. */
async function rejectReversedRetention(tx: Tx, key: string): Promise<void> {
  const changed = retentionBoundOf(key);
  if (!changed) return;
  const { min, max } = dataClasses[changed.dataClass];
  const configs = await loadRequiredConfigs(tx);
  const error = retentionError(configs[min], configs[max]);
  if (!error) return;
  const message =
    changed.bound === "max" ? error : `Must be at most the maximum of ${configs[max]} days, which is ${max}`;
  throw invalidFields([{ path: "value", message }]);
}

/** Global configurations need another permission than those of a module. */
const requireFor = (person: Person, scope: string) => requirePermission(person, configPermission(scope));

async function requireForStored({ person, params, read }: { person: Person; params: { id: number }; read: ReadDb }) {
  const stored = await read.selectFrom("configs").select("scope").where("id", "=", params.id).executeTakeFirst();
  if (stored) requireFor(person, stored.scope);
}

export const configRoutes = handle(configEndpoints, {
  ...plainRoutes,
  "POST /configs": (call) => {
    requireFor(call.person, call.body.scope);
    return plainRoutes["POST /configs"](call);
  },
  "PUT /configs/{id}": async (call) => {
    await requireForStored(call);
    // Absent in a body that leaves out its locked fields.
    const { scope } = call.body ?? {};
    if (scope !== undefined) requireFor(call.person, scope);
    return plainRoutes["PUT /configs/{id}"](call);
  },
  "DELETE /configs/{id}": async (call) => {
    await requireForStored(call);
    return plainRoutes["DELETE /configs/{id}"](call);
  },
});
