import * as z from "zod";
import { crud } from "../../crud.ts";
import { configScopes } from "../../modules/module.ts";
import { config, configDraft } from "./config.schema.ts";

const scopeParams = z.object({
  scope: z.enum(configScopes, {
    error: (issue) => `Unknown scope "${String(issue.input)}". Known: ${configScopes.join(", ")}`,
  }),
});

/** The endpoints of configurations. */
export const configEndpoints = crud({
  tag: "Configurations",
  noun: "configuration",
  permissions: { read: "view", write: ["policy", "site"], gates: "shared" },
  path: "/configs",
  list: { path: "/configs/{scope}", params: scopeParams },
  change: { PUT: configDraft },
  record: config,
  draft: configDraft,
  locked: ["key", "dataType", "scope"],
  faults: ["config/locked"],
});
