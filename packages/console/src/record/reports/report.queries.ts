import { gateErrors } from "@gatehouse/contract/gate-scope";
import { notPermitted } from "@gatehouse/contract/permissions";
import { type ReportCode, reportCodes, reportOf } from "@gatehouse/contract/reports/report-types";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { callQuery } from "../../api/call-query.ts";
import { ownAccountQuery } from "../../api/own-account.ts";
import { useMay } from "../../api/permissions.ts";
import { phoneQuery } from "../../ui/phone-query.ts";
import type { ShownFilters } from "./report-params.ts";

const rowsKey = "GET /reports/{type}";
const filesKey = "GET /reports";
const pageSize = 100;
/** On a phone each row is a block. */
const phonePageSize = 25;
const filesPageSize = 20;

/** What the rows of a report are about. */
export interface ReportQuery extends ShownFilters {
  readonly from: string;
  readonly to: string;
}

/** The rows of a report, page by page. A change of the enabled types may end it. */
export const useReportRows = (type: ReportCode, query: ReportQuery) =>
  useInfiniteQuery({
    queryKey: ["code_selections", rowsKey, type, query],
    queryFn: ({ pageParam, signal }) =>
      call(rowsKey, {
        params: { type },
        query: {
          ...query,
          limit: matchMedia(phoneQuery).matches ? phonePageSize : pageSize,
          ...(pageParam !== "" && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });

/** The number of rows, the totals and the charts of a report. */
export const useReportTotals = (type: ReportCode, query: ReportQuery) =>
  useQuery(callQuery("code_selections", "GET /reports/{type}/totals", { params: { type }, query }));

/** A report type that the site uses. */
export interface OfferedReport {
  readonly code: ReportCode;
  readonly title: string;
  readonly isFileOnly: boolean;
  /** Why the signed-in person can't see it. */
  readonly error: string | undefined;
}

/** The enabled report types, in the order of the settings page; undefined while they load. */
export function useOfferedReports() {
  const enabled = useQuery(callQuery("code_selections", "GET /configs/reports/types"));
  const may = useMay();
  const isLimited = (useQuery(ownAccountQuery).data?.gateIds ?? null) !== null;
  const toOffered = (code: ReportCode): OfferedReport => {
    const { title, permission, scope, isFileOnly = false } = reportOf(code);
    const isMissing = permission !== undefined && !may(permission);
    const limit = scope === "site" && isLimited ? gateErrors.site : undefined;
    return { code, title, isFileOnly, error: isMissing ? notPermitted([permission]) : limit };
  };
  const types = enabled.data?.reportTypes;
  return { ...enabled, reports: types && reportCodes.filter((code) => types.includes(code)).map(toOffered) };
}

/** Whether a file is still being produced. */
export const isActive = ({ state }: { state: string }): boolean => state === "queued" || state === "running";

/** The produced files, the newest first. */
export const useReportFiles = () =>
  useInfiniteQuery({
    queryKey: ["report_jobs", filesKey],
    queryFn: ({ pageParam, signal }) =>
      call(filesKey, { query: { limit: filesPageSize, ...(pageParam !== "" && { cursor: pageParam }) }, signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });

/** A file that is being produced, with its progress. */
export const useReportFile = (id: number) =>
  useQuery(callQuery("report_jobs", "GET /reports/{id}", { params: { id } }));
