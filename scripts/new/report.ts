import { addImport, addLast, addSorted, rejectExisting } from "./insert.ts";
import type { Name } from "./name.ts";
import type { Plan } from "./plan.ts";
import { reportSharedFiles } from "./report-shared-files.ts";

const contract = "packages/contract/src/reports.ts";
const server = "packages/server/src/reports";

/** Plans a report type: its code and title, and the query for its rows. */
export function planReport(name: Name): Plan {
  return {
    sharedFiles: reportSharedFiles(server),
    files: {
      [`${server}/${name.kebab}.ts`]: producerFile(name),
      [`packages/server/test/reports/${name.kebab}.test.ts`]: producerTest(name),
    },
    edits: [
      {
        path: contract,
        apply: (text) => {
          rejectExisting(text, `"${name.constant}"`, `${contract} already has the report "${name.constant}".`);
          const entry = `  { code: "${name.constant}", title: "${name.title} Report" },`;
          return addLast(text, "export const reports = [", entry);
        },
      },
      {
        path: `${server}/registry.ts`,
        apply: (text) =>
          addImport(
            addSorted(text, "export const reportProducers", `  ${name.constant}: load${name.pascal},`),
            `import { load${name.pascal} } from "./${name.kebab}.ts";`,
          ),
      },
    ],
    changesGeneratedFiles: true,
    next: [`Replace the columns and the query in ${server}/${name.kebab}.ts, which lists alerts as an example.`],
  };
}

const producerFile = ({ pascal, title }: Name) => `import type { ReportProducer } from "./producer.ts";

/** Loads the rows of the ${title} Report, oldest first. */
export const load${pascal}: ReportProducer = async (db, { from, to }) => ({
  columns: [
    { key: "createdAt", title: "Time" },
    { key: "title", title: "Title" },
  ],
  rows: await db
    .selectFrom("alerts")
    .select(["createdAt", "title"])
    .where("createdAt", ">=", from.toISOString())
    .where("createdAt", "<", to.toISOString())
    .orderBy("createdAt")
    .orderBy("id")
    .execute(),
});
`;

const producerTest = ({ constant, title }: Name) => `import { afterAll, describe, expect, it } from "vitest";
import { connectDatabase } from "../../src/platform/database/database.ts";
import { reportProducers } from "../../src/reports/registry.ts";
import { testDatabase } from "../harness.ts";

const db = connectDatabase(await testDatabase());
afterAll(() => db.destroy());

describe("the ${title} Report", () => {
  it("has no rows for a period without events", async () => {
    const period = { from: new Date("2026-01-01T00:00:00Z"), to: new Date("2026-02-01T00:00:00Z") };
    expect(await reportProducers.${constant}?.(db, period)).toMatchObject({ rows: [] });
  });
});
`;
