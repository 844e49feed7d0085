import { type ReportFilters, reportEndpoints } from "@gatehouse/contract/reports/report";
import { type ReportColumn, reportColumns } from "@gatehouse/contract/reports/report-columns";
import type { ReportCode } from "@gatehouse/contract/reports/report-types";
import { type ImageUrls, imageUrlsFor } from "../../house/event-image-urls.ts";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import { type Call, handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { requireReport } from "./allowed-report.ts";
import type { ReportRequest, ReportRow, ReportSource } from "./report-source.ts";
import { findReportSource } from "./report-sources.ts";

type Sought = ReportFilters & { from: string; to: string };

/** Reports on screen. */
export const reportRoutes = (services: Services) =>
  handle(reportEndpoints, {
    "GET /reports/{type}": async (call) => {
      const { type } = call.params;
      const { cursor, limit, ...sought } = call.query;
      const { source, request } = await prepare(call, type, sought);
      // A cursor is valid with the same period and filters only.
      const of = `report:${type}:${JSON.stringify(sought)}`;
      const place = cursor === undefined ? null : (services.cursors.read(cursor, of).at ?? null);
      const page = await source.page(call.read, request, place, limit);
      const columns = reportColumns[type];
      const urlOf = imageUrlsFor(call, services);
      return {
        columns: [...columns],
        rows: page.rows.map((row) => toShownRow(row, columns, urlOf)),
        next: page.next === null ? null : services.cursors.write({ id: 0, at: page.next, way: "next", of }),
      };
    },
    "GET /reports/{type}/totals": async (call) => {
      const { source, request } = await prepare(call, call.params.type, call.query);
      const [count, totals, charts] = await Promise.all([
        source.count(call.read, request),
        source.totals(call.read, request),
        source.charts(call.read, request),
      ]);
      return { count, totals, charts };
    },
  });

async function prepare(
  { read, person }: Pick<Call<unknown>, "read" | "person">,
  type: ReportCode,
  { from, to, ...filters }: Sought,
): Promise<{ source: ReportSource; request: ReportRequest }> {
  await requireReport(read, person, { type, filters });
  const source = findReportSource(type);
  if (!source) throw httpError("report/file-only");
  const { timeZone } = await loadRequiredConfigs(read);
  const period = { from: new Date(from), to: new Date(to), timeZone };
  return { source, request: { period, filters, gateIds: person.gateIds } };
}

/** The values of the columns, with pictures as URLs. */
function toShownRow(row: ReportRow, columns: readonly ReportColumn[], urlOf: ImageUrls): ReportRow {
  const gateId = typeof row.gateId === "number" ? row.gateId : null;
  const values = columns.map(({ key, kind }): [string, string | number | null] => {
    const value = row[key] ?? null;
    return [key, kind === "picture" && typeof value === "string" ? urlOf(value, gateId) : value];
  });
  return Object.fromEntries(values);
}
