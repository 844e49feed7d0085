import {
  editableOrigin,
  type Identifier,
  type IdentifierOrigin,
  identifierOriginTexts,
  maxIdentifiersPerPage,
} from "@gatehouse/contract/entities/identifier/identifier";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { callQuery } from "../../api/call-query.ts";
import { useReadOnly } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useWhatIf } from "../../api/use-what-if.ts";
import { useDeleteRecord } from "../../forms/use-delete-record.tsx";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { useRetainedRecord } from "../../forms/use-retained-record.ts";
import { useStaysOpen } from "../../forms/use-stays-open.ts";
import { showBanner } from "../../ui/banners.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { formatNumber } from "../../ui/format-number.ts";
import { HeldRows } from "../../ui/held-rows.tsx";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { Pager } from "../../ui/pager.tsx";
import { useHeldRows } from "../../ui/use-held-rows.ts";
import { useStableCallback } from "../../ui/use-stable-callback.ts";
import { nameOf } from "./identifier-labels.ts";
import classes from "./identifier-list.module.css";
import { IdentifierRow } from "./identifier-row.tsx";
import { IdentifierTools } from "./identifier-tools.tsx";
import { NoIdentifiers } from "./no-identifiers.tsx";
import { SourceHeader } from "./source-header.tsx";
import { useIdentifierParams } from "./use-identifier-params.ts";

// Loaded when first opened.
const IdentifierDialog = lazyWithRetry(() => import("./identifier-dialog.tsx"));

interface IdentifierOverlayProps {
  /** The rows of the current page. */
  rows: readonly Identifier[] | undefined;
  /** Called after an identifier was added, changed or deleted. */
  onSaved: () => void;
}

/** The dialog of the identifier that the URL names. */
function IdentifierOverlay({ rows, onSaved }: IdentifierOverlayProps) {
  const record = useOpenRecord("identifiers");
  const kept = useRetainedRecord(rows, rows, record.id);
  const isDeleted = useIsDeleted(kept.record, kept.isDeleted);
  const giveUp = useEffectEvent(() => {
    showBanner({ tone: "info", title: "This identifier is no longer on this page" });
    record.close();
  });
  useEffect(() => {
    if (kept.isUnknown) giveUp();
  }, [kept.isUnknown]);
  const opened = record.newKind !== undefined ? ("new" as const) : kept.record;
  if (opened === undefined) return null;
  return (
    <Suspense>
      <IdentifierDialog
        key={opened === "new" ? "new" : opened.id}
        opened={opened}
        isDeleted={isDeleted}
        isUpload={record.newKind === "upload"}
        onUpload={(isUpload) => record.openNew(isUpload ? "upload" : "")}
        onSaved={onSaved}
        onClose={record.close}
      />
    </Suspense>
  );
}

/** Whether a record that left the page was deleted: new records may just have moved it to the next page. */
function useIsDeleted(record: Identifier | undefined, isOffPage: boolean): boolean {
  const query = { scope: editableOrigin, search: record?.iidNormalized ?? "", size: maxIdentifiersPerPage };
  const found = useQuery({ ...callQuery("identifiers", "GET /ac/ids", { query }), enabled: isOffPage });
  return isOffPage && found.data?.data.some(({ id }) => id === record?.id) === false;
}

const pageSize = 100;

const groupsQuery = callQuery("access_groups", "GET /access/groups");
const identifiersQuery = (filters: { scope: IdentifierOrigin }, page: number) =>
  callQuery("identifiers", "GET /ac/ids", { query: { ...filters, page: page - 1, size: pageSize } });

const searchDebounceMs = 250;
const columns = [
  { title: "Plate/Tag", width: "136px" },
  { title: "Type", width: "64px" },
  { title: "License plate", width: "128px" },
  { title: "Vehicle type", width: "94px" },
  { title: "Owner", minWidth: 120 },
  { title: "Organisation", width: "98px" },
  { title: "Parking ID", width: "72px" },
  { title: "Valid from", width: "92px" },
  { title: "Valid to", width: "134px" },
  { title: "Last seen", width: "92px" },
];
/** Only at sites that have groups. */
const groupColumn = { title: "Groups", width: "104px" };
const actions = { title: "Actions", width: "98px" };
/** The only action of a read-only source. */
const asking = { title: "Check", width: "44px" };
/** Wide enough for the largest row number. */
const numberColumn = (total: number) => ({
  title: "#",
  width: `calc(${formatNumber(total).length}ch + 20px)`,
  minWidth: 28,
  isNumber: true,
});

/** The identifiers of a source, 100 per page. */
export function IdentifierList({ origin }: { origin: IdentifierOrigin }) {
  const { text, filter, group, page, go } = useIdentifierParams();
  const { data: groups = [] } = useQuery(groupsQuery);
  const { timeZone } = useSite();
  const { heading } = identifierOriginTexts[origin];
  const filters = {
    scope: origin,
    ...(text.trim() !== "" && { search: text }),
    ...(filter && { filter }),
    ...(group && { groupId: group }),
  };
  const [settledText] = useDebouncedValue(text, searchDebounceMs);
  const query = useQuery({
    ...identifiersQuery(filters, page),
    // Don't query while the user types; keep showing the previous result.
    enabled: settledText === text,
    placeholderData: keepPreviousData,
  });
  const { data: rows = [], total = 0, page: shownPage = 0 } = query.data ?? {};
  // Rows that this user has just saved are shown immediately, even while the list is hovered.
  const [savedAtMs, setSavedAtMs] = useState(0);
  const isUnsettled = query.isPlaceholderData || query.dataUpdatedAt <= savedAtMs;
  const held = useHeldRows(rows, isUnsettled ? "" : JSON.stringify([filters, page, savedAtMs]));

  const pages = Math.max(1, Math.ceil(total / pageSize));
  const isBeyond = query.isSuccess && !query.isPlaceholderData && page > pages;
  const turnBack = useEffectEvent(() => go({ page: pages }));
  useEffect(() => {
    if (isBeyond) turnBack();
  }, [isBeyond]);

  const isReadOnly = useReadOnly("POST /ac/ids");
  const isEditable = origin === editableOrigin && !isReadOnly;
  const record = useOpenRecord("identifiers");
  const isDialogOpen = useStaysOpen(record.newKind !== undefined || record.id !== undefined, isEditable);
  const removal = useDeleteRecord({ key: "DELETE /ac/ids/{id}", noun: "identifier", topics: ["identifiers"] });
  const edit = useStableCallback(({ id }: Identifier) => record.open(id));
  const whatIf = useWhatIf();
  const askAbout = useStableCallback(({ type, iid }: Identifier) => whatIf.open({ type, read: iid }));
  const remove = useStableCallback(
    (identifier: Identifier) => void removal.confirmAndDelete(nameOf(identifier), { params: { id: identifier.id } }),
  );
  return (
    <section className={classes.list} aria-label={heading} data-grouped={groups.length > 0 || undefined}>
      <SourceHeader origin={origin} filters={filters} isEmpty={total === 0} />
      <IdentifierTools total={query.data && total} groups={groups} />
      {removal.notice}
      <HeldRows held={held} className={classes.held}>
        <DataTable
          label={heading}
          columns={[
            numberColumn(total),
            ...columns,
            ...(groups.length > 0 ? [groupColumn] : []),
            isEditable ? actions : asking,
          ]}
          rows={query.data && held.rows}
          isBusy={query.isPending || query.isPlaceholderData}
          error={
            query.isError
              ? {
                  text: errorText(query.error, messagesOf("GET /ac/ids")?.failure),
                  retry: () => void query.refetch(),
                }
              : undefined
          }
          empty={isBeyond ? undefined : <NoIdentifiers origin={origin} />}
        >
          {(identifier, index) => (
            <IdentifierRow
              key={identifier.id}
              identifier={identifier}
              number={shownPage * pageSize + index + 1}
              timeZone={timeZone}
              groupNames={groupNames(identifier, groups)}
              onAsk={askAbout}
              onEdit={isEditable ? edit : undefined}
              onDelete={isEditable ? remove : undefined}
            />
          )}
        </DataTable>
      </HeldRows>
      {(total > 0 || page > 1) && (
        <Pager
          page={shownPage + 1}
          total={pages}
          isTurning={query.isPlaceholderData}
          onTurn={(number) => go({ page: number })}
        />
      )}
      {isDialogOpen && <IdentifierOverlay rows={query.data?.data} onSaved={() => setSavedAtMs(Date.now())} />}
    </section>
  );
}

/** The groups of an identifier as text; undefined if the site has no groups. */
const groupNames = ({ groupIds }: Identifier, groups: readonly { id: number; name: string }[]): string | undefined =>
  groups.length === 0
    ? undefined
    : groups
        .filter(({ id }) => groupIds.includes(id))
        .map(({ name }) => name)
        .join(", ");
