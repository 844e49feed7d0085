import { gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import { vehicleTypeTitles } from "@gatehouse/contract/fields/vehicle-type";
import type { ReportFilters } from "@gatehouse/contract/reports/report";
import { loadEnabledReports } from "../../configuration/report-type.routes.ts";
import { loadRequiredConfigs } from "../../configuration/required-config.store.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import type { Services } from "../../platform/services.ts";
import type { ReportMeta } from "../files/report-content.ts";
import type { ClaimedReport } from "./report-job.store.ts";
import type { ReportTask } from "./report-task.ts";

/** What the worker thread needs to produce a report, with its filters in words. */
export async function describeTask(
  { db, clock }: Pick<Services, "db" | "clock">,
  report: ClaimedReport,
  place: Pick<ReportTask, "path" | "imagePlace">,
): Promise<ReportTask> {
  const { type, types, format, from, to, filters, gateIds } = report;
  const { siteName, timeZone, currency } = await loadRequiredConfigs(db);
  const enabled = await loadEnabledReports(db);
  return {
    ...place,
    types,
    format,
    isBulk: type === "BULK",
    leftOut: enabled.filter((code) => code !== "BULK" && !types.includes(code)),
    request: { period: { from, to, timeZone }, filters, gateIds },
    meta: {
      ...{ siteName, timeZone, currency, from, to },
      filters: await describeFilters(db, filters),
      gates: gateIds && (await listNames(db, "gates", gateIds)),
      producedAt: clock.now(),
      producedBy: report.createdBy,
    },
  };
}

async function describeFilters(db: ReadDb, filters: ReportFilters): Promise<ReportMeta["filters"]> {
  const { gateId, direction, groupId, vehicleType, person } = filters;
  const nameOf = async (table: "gates" | "access_groups", id: number) =>
    (await listNames(db, table, [id]))[0] ?? `${id} (deleted)`;
  return [
    ...(gateId === undefined ? [] : [{ title: "Gate", value: await nameOf("gates", gateId) }]),
    ...(direction === undefined ? [] : [{ title: "Direction", value: gateTypeTitles[direction] }]),
    ...(groupId === undefined ? [] : [{ title: "Group", value: await nameOf("access_groups", groupId) }]),
    ...(vehicleType === undefined ? [] : [{ title: "Vehicle type", value: vehicleTypeTitles[vehicleType] }]),
    ...(person === undefined || person === "" ? [] : [{ title: "Person", value: person }]),
  ];
}

async function listNames(db: ReadDb, table: "gates" | "access_groups", ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom(table).select("name").where("id", "in", ids).orderBy("name").execute();
  return rows.map(({ name }) => name);
}
