import { addImport, addLast, rejectExisting } from "./insert.ts";
import type { Name } from "./name.ts";
import type { Plan } from "./plan.ts";

const contract = "packages/contract/src/reports";
const server = "packages/server/src/reports";
const texts = "packages/console/src/entities/report/report-texts.ts";

/** Plans a report type: its code, title and columns, and the statement of its rows. */
export function planReport(name: Name): Plan {
  return {
    files: {
      [`${server}/${name.kebab}.ts`]: sourceFile(name),
      [`packages/server/test/reports/${name.kebab}.test.ts`]: sourceTest(name),
    },
    edits: [
      {
        path: `${contract}/report-types.ts`,
        apply: (text) => {
          rejectExisting(text, `"${name.constant}"`, `${contract} already has the report "${name.constant}".`);
          const entry = `  { code: "${name.constant}", title: "${name.title} Report", filters: [], scope: "site" },`;
          return addLast(text, "export const reports = [", entry);
        },
      },
      {
        path: `${contract}/report-columns.ts`,
        apply: (text) => addLast(text, "export const reportColumns", columns(name)),
      },
      {
        path: texts,
        apply: (text) => addLast(text, "export const reportPurposes", `  ${name.constant}: "Alerts of the period.",`),
      },
      {
        path: `${server}/report-sources.ts`,
        apply: (text) =>
          addImport(
            addLast(text, "const sources", `  ${name.constant}: ${name.camel},`),
            `import { ${name.camel} } from "./${name.kebab}.ts";`,
          ),
      },
    ],
    changesGeneratedFiles: true,
    next: [
      `Replace the columns in ${contract}/report-columns.ts and the statements in ${server}/${name.kebab}.ts, which list alerts as an example.`,
      `Set its filters and its scope in ${contract}/report-types.ts, and describe it in ${texts}.`,
    ],
  };
}

const columns = ({ constant }: Name) => `  ${constant}: [
    { key: "time", title: "Time", kind: "time", width: 26 },
    { key: "title", title: "Title", kind: "text", width: 40 },
  ],`;

const sourceFile = ({
  camel,
  constant,
  title,
}: Name) => `import { zonedText } from "@gatehouse/contract/fields/zoned-time";
import { type RawBuilder, sql } from "kysely";
import type { ReportRequest } from "./report-source.ts";
import { createSqlSource, totalOf } from "./sql-source.ts";

interface Row {
  id: number;
  createdAt: string;
  title: string;
}

const condition = ({ period }: ReportRequest): RawBuilder<unknown> =>
  sql\`"createdAt" >= \${period.from} and "createdAt" < \${period.to}\`;

/** The ${title} Report. */
export const ${camel} = createSqlSource<Row>({
  type: "${constant}",
  rowsAreOf: "time",
  select: (request, { after, limit }) => sql\`
    select id, "createdAt", title from alerts where \${condition(request)}
      \${after === null ? sql\`\` : sql\`and ("createdAt", id) > (\${after.at}, \${after.key})\`}
    order by "createdAt", id limit \${limit}\`,
  placeOf: ({ createdAt, id }) => ({ at: createdAt, key: id }),
  toRows: async (_db, rows, { period }) =>
    rows.map(({ createdAt, title }) => ({ time: zonedText(new Date(createdAt), period.timeZone), title })),
  count: async (db, request) => {
    const counted = sql<{ count: number }>\`select count(*) as count from alerts where \${condition(request)}\`;
    return (await counted.execute(db)).rows[0]?.count ?? 0;
  },
  totals: async (db, request) => {
    const counted = sql<{ alerts: number }>\`select count(*) as alerts from alerts where \${condition(request)}\`;
    return [totalOf("alerts", "Alerts", (await counted.execute(db)).rows[0]?.alerts ?? 0)];
  },
});
`;

const sourceTest = ({ constant, title }: Name) => `import { afterAll, describe, expect, it } from "vitest";
import { connectDatabase } from "../../src/platform/database/database.ts";
import { findReportSource } from "../../src/reports/report-sources.ts";
import { testDatabase } from "../harness.ts";

const db = connectDatabase(await testDatabase());
afterAll(() => db.destroy());

describe("the ${title} Report", () => {
  it("has no rows for a period without events", async () => {
    const period = { from: new Date("2026-01-01T00:00:00Z"), to: new Date("2026-02-01T00:00:00Z"), timeZone: "UTC" };
    const request = { period, filters: {}, gateIds: null };
    expect(await findReportSource("${constant}")?.page(db, request, null, 10)).toEqual({ rows: [], next: null });
  });
});
`;
