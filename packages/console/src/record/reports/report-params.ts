import { type GateType, gateTypes } from "@gatehouse/contract/fields/gate-types";
import { type VehicleType, vehicleTypes } from "@gatehouse/contract/fields/vehicle-type";
import { periodAround, type ReportStep, reportSteps } from "@gatehouse/contract/reports/report";
import { type ReportCode, type ReportFilterName, reportOf } from "@gatehouse/contract/reports/report-types";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useNowMs } from "../../ui/use-now.ts";
import { parseLocalTime } from "../../ui/zoned-time.ts";

/** The length of a period, or one that is chosen by its start and end. */
export type PeriodChoice = ReportStep | "custom";

export interface ShownPeriod {
  readonly choice: PeriodChoice;
  readonly from: Date;
  readonly to: Date;
}

/** The chosen filters, as the API expects them. */
export interface ShownFilters {
  readonly gateId?: string;
  readonly direction?: GateType;
  readonly groupId?: string;
  readonly vehicleType?: VehicleType;
  readonly person?: string;
}

/** How the URL names each filter. */
const namesInUrl = {
  gateId: "gates",
  direction: "direction",
  groupId: "group",
  vehicleType: "vehicleType",
  person: "user",
} as const satisfies Record<ReportFilterName, string>;

interface Search {
  readonly period?: string;
  readonly from?: string;
  readonly to?: string;
  readonly gates?: string;
  readonly direction?: string;
  readonly group?: string;
  readonly vehicleType?: string;
  readonly user?: string;
}

type Changed = { [Name in keyof Search]: string | undefined };

/** Period and filters of a report, kept in the URL so that a link can be shared. */
export function useReportParams(type: ReportCode, timeZone: string) {
  const { period, from, to, gates, direction, group, vehicleType, user } = useSearch({ from: "/shell/reports/$type" });
  const search = { period, from, to, gates, direction, group, vehicleType, user };
  const navigate = useNavigate();
  const now = new Date(useNowMs());
  const go = (changed: Changed) =>
    void navigate({ to: ".", search: dropEmpty({ ...search, ...changed }), replace: true, resetScroll: false });
  return {
    period: readPeriod(search, now, timeZone),
    now,
    filters: readFilters(search, type),
    /** The parameters for the page of another report type. */
    search: dropEmpty(search),
    setPeriod: (choice: PeriodChoice, start: string | undefined, end?: string) =>
      go({ period: choice, from: start, to: end }),
    setFilter: (name: ReportFilterName, value: string) => go({ [namesInUrl[name]]: value }),
    clearFilters: () => go({ gates: "", direction: "", group: "", vehicleType: "", user: "" }),
  };
}

function readPeriod({ period, from, to }: Changed, now: Date, timeZone: string): ShownPeriod {
  if (period === "custom" && isTime(from) && isTime(to))
    return { choice: "custom", from: new Date(from), to: new Date(to) };
  const choice = reportSteps.find((step) => step === period) ?? "day";
  // Noon is in the day, whatever the clocks do.
  const at = (from !== undefined && parseLocalTime(`${from}T12:00`, timeZone)?.at) || now;
  return { choice, ...periodAround(choice, at, timeZone) };
}

const isTime = (text: string | undefined): text is string => text !== undefined && !Number.isNaN(Date.parse(text));

/** A filter that the type does not support stays in the URL for the next type. */
function readFilters({ gates, direction, group, vehicleType, user }: Changed, type: ReportCode): ShownFilters {
  const known = {
    gateId: toId(gates),
    direction: gateTypes.find((each) => each === direction),
    groupId: toId(group),
    vehicleType: vehicleTypes.find((each) => each === vehicleType),
    person: user?.trim() || undefined,
  };
  const supported: readonly string[] = reportOf(type).filters;
  return Object.fromEntries(
    Object.entries(known).filter(([name, value]) => value !== undefined && supported.includes(name)),
  );
}

const toId = (text: string | undefined) => (text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? text : undefined);

const dropEmpty = (search: Changed): Search =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ""));
