import { gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import { vehicleTypeTitles } from "@gatehouse/contract/fields/vehicle-type";
import type { ReportJob } from "@gatehouse/contract/reports/report-job";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";

/** The filters of a produced file or of a schedule, after its other details. */
export function FileFilters({ filters }: { filters: ReportJob["filters"] }) {
  const { gateId, direction, groupId, vehicleType, person } = filters;
  const gates = useQuery({ ...callQuery("gates", "GET /gates"), enabled: gateId !== undefined });
  const groups = useQuery({ ...callQuery("access_groups", "GET /access/groups"), enabled: groupId !== undefined });
  const nameOf = (records: readonly { id: number; name: string }[] | undefined, id: number) =>
    records?.find((record) => record.id === id)?.name ?? id;
  return [
    ...(gateId === undefined ? [] : [`gate ${nameOf(gates.data, gateId)}`]),
    ...(direction === undefined ? [] : [`direction ${gateTypeTitles[direction]}`]),
    ...(groupId === undefined ? [] : [`group ${nameOf(groups.data, groupId)}`]),
    ...(vehicleType === undefined ? [] : [`vehicle type ${vehicleTypeTitles[vehicleType]}`]),
    ...(person === undefined ? [] : [`person "${person}"`]),
  ]
    .map((text) => ` · ${text}`)
    .join("");
}
