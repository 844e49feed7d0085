import {
  editableOrigin,
  type Identifier,
  maxIdentifiersPerPage,
} from "@gatehouse/contract/entities/identifier/identifier";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useEffectEvent } from "react";
import { callQuery } from "../../api/call-query.ts";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { useRetainedRecord } from "../../forms/use-retained-record.ts";
import { showBanner } from "../../ui/banners.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";

// Loaded when first opened.
const IdentifierDialog = lazyWithRetry(() => import("./identifier-dialog.tsx"));

interface IdentifierOverlayProps {
  /** The rows of the current page. */
  rows: readonly Identifier[] | undefined;
  /** Called after an identifier was added, changed or deleted. */
  onSaved: () => void;
}

/** The dialog of the identifier that the URL names. */
export function IdentifierOverlay({ rows, onSaved }: IdentifierOverlayProps) {
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
