import { readdirSync } from "node:fs";
import { join } from "node:path";
import { endpointsFile, messagesFile, schemaFile } from "./entity-contract.ts";
import { addImport, addItem, addLast } from "./insert.ts";
import { type Name, plural } from "./name.ts";
import type { Plan } from "./plan.ts";

const contract = "packages/contract/src";
const server = "packages/server/src";
const page = "packages/console/src";

/**
 * Plans a plain entity: contract, table and routes with a test, and its list and form in the console. The server part is a
 * feature folder of its own, so that it starts with the fewest allowed imports.
 */
export function planEntity(root: string, name: Name): Plan {
  const { camel, kebab } = name;
  const many = plural(name);
  const inContract = `${contract}/entities/${kebab}/${kebab}`;
  const resource = `${page}/entities/${kebab}/${kebab}.resource.ts`;
  const register = (path: string, opening: string, value: string, from: string) => ({
    path,
    apply: (text: string) =>
      addImport(addLast(text, opening, `  ...${value},`), `import { ${value} } from "./${from}";`),
  });
  return {
    files: {
      [`${inContract}.schema.ts`]: schemaFile(name),
      [`${inContract}.endpoints.ts`]: endpointsFile(name, many),
      [`${inContract}.messages.ts`]: messagesFile(name, many),
      [`${server}/${many.kebab}/${kebab}.routes.ts`]: routesFile(name, many),
      [`${server}/migrations/${nextMigration(root)}-${many.kebab}.sql`]: migrationFile(many),
      [`packages/server/test/${many.kebab}/${kebab}.test.ts`]: apiTest(name, many),
      [resource]: resourceFile(name, many),
    },
    edits: [
      register(
        `${contract}/api.ts`,
        "export const api = {",
        `${camel}Endpoints`,
        `entities/${kebab}/${kebab}.endpoints.ts`,
      ),
      register(
        `${contract}/messages.ts`,
        "export const callMessages",
        `${camel}Messages`,
        `entities/${kebab}/${kebab}.messages.ts`,
      ),
      register(
        `${server}/registry.ts`,
        "export const apiHandlers",
        `${camel}Routes`,
        `${many.kebab}/${kebab}.routes.ts`,
      ),
      {
        path: `${contract}/entities/live/live-topic.ts`,
        apply: (text) => addItem(text, "export const liveTopics = [", `"${many.snake}"`),
      },
    ],
    changesGeneratedFiles: true,
    next: [
      `Add its fields to ${inContract}.schema.ts, to the migration (columns with the same names) and to`,
      `${resource}, then run \`npm run generate\` again.`,
      `Show it on a page under ${page}/modules: <ResourceCard title="${many.sentence}" resource={${many.camel}} />`,
      `Describe ${server}/${many.kebab}/ in docs/architecture.md.`,
    ],
  };
}

function nextMigration(root: string): string {
  const numbers = readdirSync(join(root, server, "migrations")).map((file) => Number.parseInt(file, 10) || 0);
  return String(Math.max(0, ...numbers) + 1).padStart(4, "0");
}

const routesFile = (
  { camel, kebab, words }: Name,
  many: Name,
) => `import { ${camel}Endpoints } from "@gatehouse/contract/entities/${kebab}/${kebab}.endpoints";
import { ${camel}, ${camel}Draft } from "@gatehouse/contract/entities/${kebab}/${kebab}.schema";
import { resource } from "../resources/resource.ts";

/** ${many.sentence}. */
export const ${camel}Routes = resource(${camel}Endpoints, {
  table: "${many.snake}",
  record: ${camel},
  draft: ${camel}Draft,
  constraints: { ${many.snake}_name: { path: "name", message: "Another ${words} has this name" } },
});
`;

const migrationFile = ({ snake }: Name) => `create table ${snake} (
  id integer generated always as identity primary key,
  name text not null,
  version integer not null default 1
);
create unique index ${snake}_name on ${snake} (lower(name));
`;

const resourceFile = (
  { camel, kebab, pascal, words }: Name,
  many: Name,
) => `import type { ${pascal}, ${camel}Draft } from "@gatehouse/contract/entities/${kebab}/${kebab}.schema";
import type { FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";

/** ${many.sentence} in the console. */
export const ${many.camel}: Resource<${pascal}, FieldName<typeof ${camel}Draft>> = {
  topic: "${many.snake}",
  name: "${many.snake}",
  noun: "${words}",
  list: { key: "GET /${many.kebab}" },
  create: "POST /${many.kebab}",
  change: "PATCH /${many.kebab}/{id}",
  remove: "DELETE /${many.kebab}/{id}",
  draft: () => import("@gatehouse/contract/entities/${kebab}/${kebab}.schema").then((file) => file.${camel}Draft),
  fields: [{ kind: "text", name: "name", label: "Name" }],
  texts: { empty: "No ${many.words} yet", purpose: "Add the first ${words}." },
  title: ({ name }) => name,
};
`;

const apiTest = (
  { camel, kebab, pascal, words }: Name,
  many: Name,
) => `import type { ${pascal} } from "@gatehouse/contract/entities/${kebab}/${kebab}.schema";
import { describe, expect, it } from "vitest";
import { testServer } from "../test-server.ts";

const server = await testServer();

const create = async (name: string) => (await server.call<${pascal}>("POST /${many.kebab}", { body: { name } })).body;

describe("${many.words}", () => {
  it("are listed, updated and deleted", async () => {
    const ${camel} = await create("North");
    const params = { id: ${camel}.id };
    expect((await server.call("GET /${many.kebab}")).body).toEqual([${camel}]);
    const updated = await server.call<${pascal}>("PATCH /${many.kebab}/{id}", { params, body: { name: "South" } });
    expect(updated.body).toEqual({ ...${camel}, name: "South", version: ${camel}.version + 1 });
    expect((await server.call("DELETE /${many.kebab}/{id}", { params })).status).toBe(204);
  });

  it("have unique names", async () => {
    await create("East");
    const { status, body } = await server.call<{ errors: unknown[] }>("POST /${many.kebab}", { body: { name: "east" } });
    expect(status).toBe(409);
    expect(body.errors).toEqual([{ path: "name", message: "Another ${words} has this name" }]);
  });

  it("need a name", async () => {
    const { status, body } = await server.call<{ errors: unknown[] }>("POST /${many.kebab}", { body: { name: " " } });
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ path: "name", message: "Required" }]);
  });
});
`;
