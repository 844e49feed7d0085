import type { AuditEntry } from "@gatehouse/contract/entities/audit/audit";
import { ActionIcon, Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useMay } from "../api/permissions.ts";
import { askToReplace } from "../ui/ask-to-leave.ts";
import { lazyWithRetry } from "../ui/lazy-with-retry.ts";

// Loaded when a history is first opened.
const HistorySheet = lazyWithRetry(() => import("./history-sheet.tsx"));

interface HistoryButtonProps {
  /** The table of the record. */
  entity: string;
  /** The record; omitted for settings that consist of several rows. */
  id?: number | string;
  /** Name of the record: shows an icon only, for lists of many records. */
  iconFor?: string;
  /** Fills the form with the values before a change; omitted where that is not safe. */
  onRestore?: ((entry: AuditEntry) => void) | undefined;
  /** Whether filling the form would lose input. */
  isEdited?: boolean;
}

/** Opens the history of a record. Only shown to people who may read the audit trail. */
export function HistoryButton({ entity, id, iconFor, onRestore, isEdited = false }: HistoryButtonProps) {
  const may = useMay();
  const [isOpen, setIsOpen] = useState(false);
  if (!may("audit")) return null;
  const open = () => setIsOpen(true);
  const restore = async (entry: AuditEntry) => {
    if (isEdited && !(await askToReplace())) return;
    onRestore?.(entry);
    setIsOpen(false);
  };
  return (
    <>
      {iconFor === undefined ? (
        <Button variant="subtle" size="compact-sm" leftSection={<IconHistory size={14} aria-hidden />} onClick={open}>
          History
        </Button>
      ) : (
        <ActionIcon variant="subtle" color="gray" aria-label={`History of ${iconFor}`} onClick={open}>
          <IconHistory size={16} aria-hidden />
        </ActionIcon>
      )}
      {isOpen && (
        <Suspense>
          <HistorySheet
            record={{ entity, ...(id !== undefined && { entityId: String(id) }) }}
            onRestore={onRestore && ((entry) => void restore(entry))}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
