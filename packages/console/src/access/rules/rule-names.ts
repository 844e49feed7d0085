import type { RuleNames } from "@gatehouse/contract/entities/access/rule-sentence";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import { useIsLimited } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { formatDateTime } from "../../ui/format-time.ts";

type Named = readonly { readonly id: number; readonly name: string }[] | undefined;

const findName = (records: Named, id: number) => records?.find((record) => record.id === id)?.name;

const nameIn =
  (records: Named, otherwise = (id: number) => `#${id}`) =>
  (id: number): string =>
    findName(records, id) ?? otherwise(id);

const groupsQuery = callQuery("access_groups", "GET /access/groups");
const areasQuery = callQuery("access_areas", "GET /access/areas");
const schedulesQuery = callQuery("access_schedules", "GET /access/schedules");
const gatesQuery = callQuery("gates", "GET /gates");

/** The names for the sentences of rules; undefined until they are loaded. */
export function useRuleNames(): RuleNames | undefined {
  const { timeZone } = useSite();
  const isLimited = useIsLimited();
  const groups = useQuery(groupsQuery);
  const areas = useQuery(areasQuery);
  const schedules = useQuery(schedulesQuery);
  const gates = useQuery(gatesQuery);
  // If a list can't be loaded, its records are shown by their ids.
  if ([groups, areas, schedules, gates].some(({ isPending }) => isPending)) return undefined;
  // An earlier version of a rule can refer to deleted records.
  const nameOrDeleted = ({ data, isFetching }: { data: Named; isFetching: boolean }, noun: string) =>
    nameIn(data, data === undefined || isFetching || isLimited ? undefined : () => `Deleted ${noun}`);
  return {
    group: nameOrDeleted(groups, "group"),
    area: nameOrDeleted(areas, "area"),
    schedule: nameOrDeleted(schedules, "schedule"),
    // Gates that are not listed are not this person's.
    gate: gates.data ? (id) => findName(gates.data, id) : nameIn(undefined),
    time: (at) => (Number.isNaN(Date.parse(at)) ? "…" : formatDateTime(new Date(at), timeZone)),
  };
}
