import * as z from "zod";
import { crud } from "../crud.ts";
import { recordId, version } from "../fields/record.ts";
import { required } from "../fields/required.ts";
import { notStorable, requiredText } from "../fields/text.ts";
import { configScopes } from "../modules/module.ts";
import { dataTypes, isOfType } from "./config-value.ts";
import { requiredConfig } from "./required-configs.ts";

const maxValueLength = 4000;

const fields = z.strictObject({
  key: requiredText(100),
  dataType: z.enum(dataTypes, "Must be STRING, BOOLEAN or NUMBER"),
  // Empty texts are not sent, so a missing value means an empty one.
  value: z
    .union([z.string().max(maxValueLength, `At most ${maxValueLength} characters`), z.number(), z.boolean()], required)
    .default(""),
  scope: z.enum(configScopes, `Must be one of ${configScopes.join(", ")}`),
});

type Fields = z.output<typeof fields>;

/** The value must be present, have the right type and be valid for its setting. */
function checkValue({ value: config, issues }: { value: Fields; issues: z.core.$ZodRawIssue[] }): void {
  const known = requiredConfig(config.scope, config.key);
  const error = known?.check(config.value) ?? plainError(config, known !== undefined);
  if (error) issues.push({ code: "custom", message: error, path: ["value"], input: config.value });
}

function plainError({ value, dataType }: Fields, mayBeEmpty: boolean): string | undefined {
  if (typeof value === "string" && value.trim() === "" && !mayBeEmpty) return required;
  if (!isOfType(value, dataType)) return `Must be a ${dataType.toLowerCase()}`;
  return typeof value === "string" && value.includes("\0") ? notStorable : undefined;
}

export const configDraft = fields.check(checkValue);

/** A configuration as the server returns it. */
export const config = fields.extend({ id: recordId, isRequired: z.boolean(), version });
config.register(z.globalRegistry, { id: "Config", description: "A setting of the site" });

/** What a person enters. */
export type ConfigDraft = z.output<typeof configDraft>;

export type Config = z.output<typeof config>;

const scopeParams = z.object({
  scope: z.enum(configScopes, {
    error: (issue) => `Unknown scope "${String(issue.input)}". Known: ${configScopes.join(", ")}`,
  }),
});

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
  errors: ["config/locked"],
});
