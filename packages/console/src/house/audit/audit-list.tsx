import type { AuditEntry } from "@gatehouse/contract/entities/audit/audit";
import { auditMessages } from "@gatehouse/contract/entities/audit/audit.messages";
import { auditActions, auditEntities } from "@gatehouse/contract/entities/audit/audit-names";
import { Button, NativeSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconDownload, IconX } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { ApiError, errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { useDownload } from "../../api/use-download.ts";
import { TimeBounds } from "../../forms/time-bounds.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { HeldRows } from "../../ui/held-rows.tsx";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { Pager } from "../../ui/pager.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { useHeldRows } from "../../ui/use-held-rows.ts";
import { toLocalTime } from "../../ui/zoned-time.ts";
import classes from "./audit.module.css";
import { useAuditParams } from "./use-audit-params.ts";

const toChoices = (titles: Readonly<Record<string, string>>) =>
  Object.entries(titles).map(([value, label]) => ({ value, label: label.charAt(0).toUpperCase() + label.slice(1) }));
const any = { value: "", label: "Any" };
const actions = [any, ...toChoices(auditActions)];
const entities = [any, ...toChoices(auditEntities).sort((one, other) => one.label.localeCompare(other.label))];

/** Filters and CSV export of the audit trail. */
function AuditTools({ isEmpty }: { isEmpty: boolean }) {
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

// Loaded when details are first opened.
const AuditDetails = lazyWithRetry(() => import("./audit-details.tsx"));

const pageSize = 50;
const searchDebounceMs = 250;
const columns = [
  { title: "When", width: "156px", smallWidth: "96px" },
  { title: "Who", width: "150px", smallWidth: "108px" },
  { title: "From", width: "140px", smallWidth: "100px" },
  { title: "Action", width: "150px", smallWidth: "100px" },
  { title: "What", minWidth: 140 },
  { title: "Details", isTitleHidden: true, width: "84px", smallWidth: "76px" },
];

/** The audit trail, newest first, in pages; new entries appear live. */
export function AuditList() {
  const { filters, page, cursor, showRecord, turn } = useAuditParams();
  const { timeZone } = useSite();
  const input = { query: { ...filters, ...(cursor !== undefined && { cursor }), limit: pageSize } };
  const [settledUser] = useDebouncedValue(filters.user, searchDebounceMs);
  const query = useQuery({
    ...callQuery("audit_log", "GET /audit", input),
    placeholderData: keepPreviousData,
    // Not while the user types.
    enabled: settledUser === filters.user,
  });
  const rows = query.data?.data ?? [];
  const of = query.isPlaceholderData ? "" : JSON.stringify([filters, cursor]);
  const held = useHeldRows(rows, of);
  const [opened, setOpened] = useState<AuditEntry>();

  // The cursor belongs to other filters.
  const isLost = query.error instanceof ApiError && query.error.code === "cursor/invalid";
  const startOver = useEffectEvent(() => turn(1, null));
  useEffect(() => {
    if (isLost) startOver();
  }, [isLost]);

  const { next = null, prev = null } = query.data ?? {};
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <section className={classes.list} aria-label="Audit trail">
      <AuditTools isEmpty={rows.length === 0} />
      <HeldRows held={held}>
        <DataTable
          label="Audit trail"
          columns={columns}
          rows={query.data && held.rows}
          of={of}
          isBusy={query.isPending || query.isPlaceholderData}
          error={
            query.isError && !isLost
              ? { text: errorText(query.error, auditMessages["GET /audit"].failure), retry: () => void query.refetch() }
              : undefined
          }
          empty={isFiltered ? "No entry matches these filters." : "No entries yet."}
        >
          {(entry) => (
            <tr key={entry.id}>
              <td data-label="When">
                <DateTime at={entry.at} timeZone={timeZone} />
              </td>
              <td data-label="Who" className={classes.wrap}>
                {entry.user}
              </td>
              <td data-label="From" className={classes.address}>
                {entry.address ?? "–"}
              </td>
              <td data-label="Action">{auditActions[entry.action]}</td>
              <td data-label="What" className={classes.wrap}>
                {entry.summary}
              </td>
              <td>
                <Button
                  variant="subtle"
                  size="compact-xs"
                  aria-label={`Details of entry ${entry.id}`}
                  onClick={() => setOpened(entry)}
                >
                  Details
                </Button>
              </td>
            </tr>
          )}
        </DataTable>
      </HeldRows>
      {(next !== null || page > 1) && (
        <Pager
          page={page}
          hasNext={next !== null}
          isTurning={query.isPlaceholderData}
          onTurn={(to) => turn(to, to > page ? next : prev)}
        />
      )}
      {opened && (
        <Suspense>
          <AuditDetails
            entry={opened}
            timeZone={timeZone}
            onHistory={() => {
              showRecord({ entity: opened.entity, ...(opened.entityId !== null && { entityId: opened.entityId }) });
              setOpened(undefined);
            }}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </section>
  );
}
