import type { AuditEntry } from "@gatehouse/contract/entities/audit/audit";
import { auditMessages } from "@gatehouse/contract/entities/audit/audit.messages";
import { Button, Skeleton } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { errorText } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { useSite } from "../api/site.ts";
import { DateTime } from "../ui/date-time.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { LoadError } from "../ui/load-error.tsx";
import { SideSheet } from "../ui/side-sheet.tsx";
import { ChangeTable } from "./change-table.tsx";
import classes from "./history.module.css";

const pageSize = 25;
const key = "GET /audit";

interface HistorySheetProps {
  record: { entity: string; entityId?: string };
  onRestore: ((entry: AuditEntry) => void) | undefined;
  onClose: () => void;
}

/** The changes of a record and its parts, newest first. */
export default function HistorySheet({ record, onRestore, onClose }: HistorySheetProps) {
  const { timeZone } = useSite();
  const query = useInfiniteQuery({
    queryKey: ["audit_log", key, "history", record],
    queryFn: ({ pageParam, signal }) =>
      call(key, {
        query: { ...record, withParts: true, limit: pageSize, ...(pageParam !== "" && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  const entries = query.data?.pages.flatMap(({ data }) => data);
  return (
    <SideSheet title="History" width={680} onClose={onClose}>
      {query.isPending && <Skeleton height={240} radius={6} />}
      {query.isError && entries === undefined && (
        <LoadError text={errorText(query.error, auditMessages[key].failure)} onRetry={() => void query.refetch()} />
      )}
      {entries?.length === 0 && (
        <EmptyState icon={IconHistory} title="No changes recorded">
          Changes made before the audit trail started, or older than its retention, are not listed.
        </EmptyState>
      )}
      {entries !== undefined && entries.length > 0 && (
        <ol className={classes.entries} aria-label="Changes">
          {entries.map((entry) => (
            <li key={entry.id}>
              <HistoryEntry
                entry={entry}
                timeZone={timeZone}
                onRestore={canRestore(entry, record.entity) ? onRestore : undefined}
              />
            </li>
          ))}
        </ol>
      )}
      <div className={classes.more}>
        {query.hasNextPage && (
          <Button
            variant="default"
            size="xs"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Load more
          </Button>
        )}
        <Link to="/settings/audit" search={record}>
          Open in the audit trail
        </Link>
      </div>
    </SideSheet>
  );
}

/** Only a change of the record itself has values that its form can hold. */
const canRestore = ({ action, entity, before }: AuditEntry, of: string) =>
  action === "update" && entity === of && before !== null;

interface HistoryEntryProps {
  entry: AuditEntry;
  timeZone: string;
  onRestore: ((entry: AuditEntry) => void) | undefined;
}

function HistoryEntry({ entry, timeZone, onRestore }: HistoryEntryProps) {
  return (
    <article className={classes.entry}>
      <p className={classes.who}>
        <DateTime at={entry.at} timeZone={timeZone} />
        <strong>{entry.user}</strong>
        {entry.address !== null && <span>{`from ${entry.address}`}</span>}
      </p>
      <p>{entry.summary}</p>
      {entry.restoredFrom !== null && (
        <p className={classes.who}>
          <span>Version before</span>
          <DateTime at={entry.restoredFrom} timeZone={timeZone} />
        </p>
      )}
      <ChangeTable entry={entry} timeZone={timeZone} />
      {onRestore !== undefined && (
        <Button variant="default" size="compact-xs" onClick={() => onRestore(entry)}>
          Load the values before this change
        </Button>
      )}
    </article>
  );
}
