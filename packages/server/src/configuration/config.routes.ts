import { configEndpoints } from "@gatehouse/contract/entities/config/config.endpoints";
import { type Config, config } from "@gatehouse/contract/entities/config/config.schema";
import { requiredConfig } from "@gatehouse/contract/entities/config/required-configs";
import type { ConfigScope } from "@gatehouse/contract/modules/module";
import { refuse } from "../platform/http/refusal.ts";
import { resource } from "../resources/resource.ts";
import { refuseForbiddenUrls } from "./integration-url.ts";

/** Required configurations can't be deleted, and their key, type and scope can't be changed. */
export const configRoutes = resource<typeof configEndpoints, Config>(configEndpoints, {
  table: "configs",
  record: config,
  narrow: ({ params }) => params,
  encode: (fields) => ({ ...fields, value: JSON.stringify(fields.value) }),
  constraints: { configs_key: { path: "key", message: "This key already exists in this scope" } },
  guardChange: (before, change) => {
    const locked = ["key", "dataType", "scope"] as const;
    const changesLocked = locked.some((field) => change[field] !== before[field]);
    if (before.isRequired && changesLocked) throw refuse("config/locked");
  },
  guardSaved: async (tx, id) => {
    const { scope, key, value } = await tx
      .selectFrom("configs")
      .select(["scope", "key", "value"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (requiredConfig(scope as ConfigScope, key)?.isIntegrationUrl)
      await refuseForbiddenUrls(tx, { value: String(value) });
  },
  guardRemoval: (before) => {
    if (before.isRequired) throw refuse("config/locked");
  },
});
