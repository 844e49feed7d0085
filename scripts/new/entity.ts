import { readdirSync } from "node:fs";
import { join } from "node:path";
import { consoleEntity } from "./entity-console.ts";
import { addImport, addItem, addSorted } from "./insert.ts";
import { type Name, plural } from "./name.ts";
import type { Plan } from "./plan.ts";

const contract = "packages/contract/src";
const server = "packages/server/src";

/** A plain entity: schema, calls and messages, a table and its routes, a list and a form. */
export function newEntity(root: string, name: Name): Plan {
  const many = plural(name);
  const inContract = `${contract}/entities/${name.kebab}/${name.kebab}`;
  const routes = name.camel;
  return {
    files: {
      [`${inContract}.schema.ts`]: schemaFile(name),
      [`${inContract}.endpoints.ts`]: endpointsFile(name, many),
      [`${inContract}.messages.ts`]: messagesFile(name, many),
      [`${server}/entities/${name.kebab}/${name.kebab}.routes.ts`]: routesFile(name, many),
      [`${server}/migrations/${nextMigration(root)}-${many.kebab}.sql`]: migrationFile(many),
      [`packages/server/test/api/${name.kebab}.test.ts`]: apiTest(name, many),
      ...consoleEntity(name, many),
    },
    edits: {
      [`${contract}/api.ts`]: (text) =>
        addImport(
          addSorted(text, "export const api = {", `  ...${name.camel}Endpoints,`),
          `import { ${name.camel}Endpoints } from "./entities/${name.kebab}/${name.kebab}.endpoints.ts";`,
        ),
      [`${contract}/messages.ts`]: (text) =>
        addImport(
          addSorted(text, "export const callMessages", `  ...${name.camel}Messages,`),
          `import { ${name.camel}Messages } from "./entities/${name.kebab}/${name.kebab}.messages.ts";`,
        ),
      [`${contract}/entities/live/live-topic.ts`]: (text) =>
        addItem(text, "export const liveTopics = [", `"${many.snake}"`),
      [`${server}/registry.ts`]: (text) =>
        addImport(
          addSorted(text, "export const apiHandlers", `  ...${routes}Routes,`),
          `import { ${routes}Routes } from "./entities/${name.kebab}/${name.kebab}.routes.ts";`,
        ),
    },
    next: [
      `Write its fields once in ${inContract}.schema.ts and as columns of the same names in the migration,`,
      "then run `npm run generate` again.",
    ],
  };
}

function nextMigration(root: string): string {
  const numbers = readdirSync(join(root, server, "migrations")).map((file) => Number.parseInt(file, 10) || 0);
  return String(Math.max(0, ...numbers) + 1).padStart(4, "0");
}

const schemaFile = ({ camel, pascal, words }: Name) => `import * as z from "zod";
import { recordId } from "../../fields/id.ts";
import { requiredText } from "../../fields/text.ts";
import { version } from "../../fields/version.ts";

/** What a person enters for a ${words}. */
export const ${camel}Draft = z.strictObject({
  name: requiredText(100),
});

/** A change of a ${words}; it may repeat the id. */
export const ${camel}Update = ${camel}Draft.extend({ id: recordId.optional() });

/** A ${words} as the server answers it. */
export const ${camel} = ${camel}Draft.extend({ id: recordId, version });

/** A stored ${words}. */
export type ${pascal} = z.output<typeof ${camel}>;
`;

const endpointsFile = ({ camel, kebab, words }: Name, many: Name) => `import { crud } from "../../crud.ts";
import { ${camel}, ${camel}Draft, ${camel}Update } from "./${kebab}.schema.ts";

/** The calls on ${many.words}. */
export const ${camel}Endpoints = crud({
  tag: "${many.title}",
  noun: "${words}",
  path: "/${many.kebab}",
  list: { path: "/${many.kebab}" },
  change: { PUT: ${camel}Update },
  record: ${camel},
  draft: ${camel}Draft,
});
`;

const messagesFile = ({ camel, words }: Name, many: Name) => {
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return `import type { CallMessages } from "../../call-messages.ts";

/** What the console says about ${many.words}. */
export const ${camel}Messages = {
  "GET /${many.kebab}": { failure: "Failed to fetch ${many.words}" },
  "POST /${many.kebab}": { success: "${sentence} created successfully", failure: "Couldn't create ${words}" },
  "PUT /${many.kebab}/{id}": { success: "${sentence} updated successfully", failure: "Couldn't update ${words}" },
  "DELETE /${many.kebab}/{id}": { success: "${sentence} deleted successfully", failure: "Couldn't delete ${words}" },
} as const satisfies CallMessages;
`;
};

const routesFile = (
  { camel, kebab }: Name,
  many: Name,
) => `import { ${camel}Endpoints } from "@gatehouse/contract/entities/${kebab}/${kebab}.endpoints";
import { ${camel} } from "@gatehouse/contract/entities/${kebab}/${kebab}.schema";
import { resource } from "../../resources/resource.ts";

/** ${many.title}: plain create, read, update and delete. */
export const ${camel}Routes = resource(${camel}Endpoints, {
  table: "${many.snake}",
  record: ${camel},
  constraints: { ${many.snake}_name: { path: "name", message: "This name is already taken" } },
});
`;

const migrationFile = ({ snake }: Name) => `create table ${snake} (
  id integer generated always as identity primary key,
  name text not null,
  version integer not null default 1
);
create unique index ${snake}_name on ${snake} (lower(name));
`;

const apiTest = (
  { camel, kebab, pascal }: Name,
  many: Name,
) => `import type { ${pascal} } from "@gatehouse/contract/entities/${kebab}/${kebab}.schema";
import { describe, expect, it } from "vitest";
import { testServer } from "./test-server.ts";

const server = await testServer();

const created = async (name: string) =>
  (await server.call<${pascal}>("POST /${many.kebab}", { body: { name } })).body;

describe("${many.words}", () => {
  it("are listed, changed and deleted", async () => {
    const ${camel} = await created("North");
    const params = { id: ${camel}.id };
    expect((await server.call("GET /${many.kebab}")).body).toEqual([${camel}]);
    const change = await server.call<${pascal}>("PUT /${many.kebab}/{id}", { params, body: { name: "South" } });
    expect(change.body).toEqual({ ...${camel}, name: "South", version: ${camel}.version + 1 });
    expect((await server.call("DELETE /${many.kebab}/{id}", { params })).status).toBe(204);
  });

  it("keep their names apart", async () => {
    await created("East");
    const { status, body } = await server.call<{ errors: unknown[] }>("POST /${many.kebab}", { body: { name: "east" } });
    expect(status).toBe(409);
    expect(body.errors).toEqual([{ path: "name", message: "This name is already taken" }]);
  });

  it("need a name", async () => {
    const { status, body } = await server.call<{ errors: unknown[] }>("POST /${many.kebab}", { body: { name: " " } });
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ path: "name", message: "Required" }]);
  });
});
`;
