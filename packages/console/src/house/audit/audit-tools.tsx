import { auditActions, auditEntities } from "@gatehouse/contract/entities/audit/audit-names";
import { Button, NativeSelect } from "@mantine/core";
import { IconDownload, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useSite } from "../../api/site.ts";
import { useDownload } from "../../api/use-download.ts";
import { TimeBounds } from "../../forms/time-bounds.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { toLocalTime } from "../../ui/zoned-time.ts";
import classes from "./audit.module.css";
import { useAuditParams } from "./use-audit-params.ts";

const toChoices = (titles: Readonly<Record<string, string>>) =>
  Object.entries(titles).map(([value, label]) => ({ value, label: label.charAt(0).toUpperCase() + label.slice(1) }));
const any = { value: "", label: "Any" };
const actions = [any, ...toChoices(auditActions)];
const entities = [any, ...toChoices(auditEntities).sort((one, other) => one.label.localeCompare(other.label))];

/** Filters and CSV export of the audit trail. */
export function AuditTools({ isEmpty }: { isEmpty: boolean }) {
  const { filters, filter, clear } = useAuditParams();
  const { timeZone } = useSite();
  const exporting = useDownload("GET /audit/export");
  const save = () =>
    exporting.mutate({ query: filters, name: `audit-${toLocalTime(new Date(), timeZone).slice(0, 10)}.csv` });
  // Empties limits that are not complete.
  const [timesCleared, setTimesCleared] = useState(0);
  const isFiltered = Object.keys(filters).length > 0;
  const clearAll = () => {
    setTimesCleared(timesCleared + 1);
    clear();
  };
  return (
    <>
      <div className={classes.tools}>
        <SearchBox label="Person" value={filters.user} onSearch={(user) => filter({ user })} />
        <NativeSelect
          size="xs"
          label="Action"
          data={actions}
          value={filters.action ?? ""}
          onChange={({ currentTarget }) =>
            filter({
              action: (Object.keys(auditActions) as (keyof typeof auditActions)[]).find(
                (one) => one === currentTarget.value,
              ),
            })
          }
        />
        <NativeSelect
          size="xs"
          label="Object"
          data={entities}
          value={filters.entity ?? ""}
          onChange={({ currentTarget }) => filter({ entity: currentTarget.value, entityId: undefined })}
        />
        {filters.entityId !== undefined && (
          <Button
            variant="light"
            size="xs"
            rightSection={<IconX size={13} aria-hidden />}
            title="Remove filter"
            onClick={() => filter({ entityId: undefined })}
          >
            {`Record ${filters.entityId}`}
          </Button>
        )}
        {isFiltered && (
          <Button variant="subtle" size="xs" onClick={clearAll}>
            Clear filters
          </Button>
        )}
        <Button
          className={classes.export}
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} aria-hidden />}
          disabled={isEmpty}
          loading={exporting.isPending}
          onClick={save}
        >
          Export CSV
        </Button>
      </div>
      <div className={classes.times}>
        <TimeBounds key={timesCleared} from={filters.from} to={filters.to} onChange={filter} />
      </div>
    </>
  );
}
