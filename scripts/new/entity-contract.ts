import type { Name } from "./name.ts";

/** Fields of an entity and their rules. */
export const schemaFile = ({ camel, pascal, words }: Name) => `import * as z from "zod";
import { recordId, version } from "../../fields/record.ts";
import { requiredText } from "../../fields/text.ts";

/** Fields that a user enters for a ${words}. */
export const ${camel}Draft = z.strictObject({ name: requiredText() });

/** A ${words} as the API returns it. */
export const ${camel} = ${camel}Draft.extend({ id: recordId, version });

/** A stored ${words}. */
export type ${pascal} = z.output<typeof ${camel}>;
`;

/** API calls of an entity. */
export const endpointsFile = (
  { camel, kebab, words }: Name,
  many: Name,
) => `import { crud, patchOf } from "../../crud.ts";
import { ${camel}, ${camel}Draft } from "./${kebab}.schema.ts";

/** API calls for ${many.words}. */
export const ${camel}Endpoints = crud({
  tag: "${many.sentence}",
  permissions: { read: "view", write: "devices" },
  noun: "${words}",
  path: "/${many.kebab}",
  list: { path: "/${many.kebab}" },
  change: { PATCH: patchOf(${camel}Draft) },
  record: ${camel},
  draft: ${camel}Draft,
});
`;

/** Messages that the console shows after each call. */
export const messagesFile = (
  { camel, sentence, words }: Name,
  many: Name,
) => `import type { CallMessages } from "../../endpoint.ts";

/** Messages about ${many.words}. */
export const ${camel}Messages = {
  "GET /${many.kebab}": { failure: "Failed to fetch ${many.words}" },
  "POST /${many.kebab}": { success: "${sentence} created successfully", failure: "Couldn't create ${words}" },
  "PATCH /${many.kebab}/{id}": { success: "${sentence} updated successfully", failure: "Couldn't update ${words}" },
  "DELETE /${many.kebab}/{id}": { success: "${sentence} deleted successfully", failure: "Couldn't delete ${words}" },
} as const satisfies CallMessages;
`;
