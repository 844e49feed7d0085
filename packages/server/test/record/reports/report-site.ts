import type { ResponseOf } from "@gatehouse/contract/endpoint";
import type { reportEndpoints } from "@gatehouse/contract/reports/report";
import { type ReportCode, reportCodes } from "@gatehouse/contract/reports/report-types";
import { expect } from "vitest";
import { withReportSnapshot } from "../../../src/record/reports/report-snapshot.ts";
import type { ReportRequest, ReportRow } from "../../../src/record/reports/report-source.ts";
import { findReportSource } from "../../../src/record/reports/report-sources.ts";
import { accessSite } from "../../access/rules/access-site.ts";

export type ReportPage = ResponseOf<(typeof reportEndpoints)["GET /reports/{type}"]>;
export type ReportTotals = ResponseOf<(typeof reportEndpoints)["GET /reports/{type}/totals"]>;
type Query = Record<string, unknown>;

/** The sum of a column. */
export const sumOf = (rows: readonly Readonly<Record<string, unknown>>[], key: string) =>
  rows.reduce((sum, row) => sum + Number(row[key]), 0);

/** The real server with all report types enabled. */
export async function reportSite(timeZone: string) {
  const site = await accessSite();
  const { server, db } = site;
  await site.configure("timeZone", timeZone);

  const enable = (reportTypes: readonly ReportCode[]) =>
    server.call("PUT /configs/reports/types", { body: { reportTypes } });
  await enable(reportCodes);

  const page = (type: string, query: Query, token?: string) =>
    server.call<ReportPage>("GET /reports/{type}", { params: { type }, query }, token);

  async function rows(type: ReportCode, query: Query, limit = 500, token?: string): Promise<ReportRow[]> {
    const found: ReportRow[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { status, body }: { status: number; body: ReportPage } = await page(
        type,
        { ...query, limit, ...(cursor !== undefined && { cursor }) },
        token,
      );
      expect(status, JSON.stringify(body)).toBe(200);
      found.push(...body.rows);
      cursor = body.next;
    }
    return found;
  }

  async function totals(type: ReportCode, query: Query, token?: string) {
    const { status, body } = await server.call<ReportTotals>(
      "GET /reports/{type}/totals",
      { params: { type }, query },
      token,
    );
    expect(status, JSON.stringify(body)).toBe(200);
    return {
      ...body,
      values: Object.fromEntries(body.totals.map(({ key, value }) => [key, value])),
    };
  }

  /** All rows as files get them. */
  const streamed = (type: ReportCode, from: string, to: string, filters: ReportRequest["filters"] = {}) =>
    withReportSnapshot(db, async (snapshot) => {
      const period = { from: new Date(from), to: new Date(to), timeZone };
      const found: ReportRow[] = [];
      const source = findReportSource(type);
      for await (const batch of source?.rows(snapshot, { period, filters, gateIds: null }) ?? []) found.push(...batch);
      return found;
    });

  return { ...site, enable, page, rows, totals, streamed };
}
