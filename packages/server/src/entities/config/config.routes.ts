import { configEndpoints } from "@gatehouse/contract/entities/config/config.endpoints";
import { type Config, config } from "@gatehouse/contract/entities/config/config.schema";
import { refuse } from "../../platform/refusal.ts";
import { resource } from "../../resources/resource.ts";

/** Configurations: plain, but for the required ones that keep their key and type. */
export const configRoutes = resource<typeof configEndpoints, Config>(configEndpoints, {
  table: "configs",
  record: config,
  narrow: ({ params }) => params,
  encode: (fields) => ({ ...fields, value: JSON.stringify(fields.value) }),
  constraints: { configs_key: { path: "key", message: "This key already exists in this scope" } },
  guardChange: (before, change) => {
    const locked = ["key", "dataType", "scope"] as const;
    const isTouched = locked.some((field) => change[field] !== before[field]);
    if (before.isRequired && isTouched) throw refuse("config/locked");
  },
  guardRemoval: (before) => {
    if (before.isRequired) throw refuse("config/locked");
  },
});
