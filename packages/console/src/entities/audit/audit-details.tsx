import type { AuditEntry } from "@gatehouse/contract/entities/audit/audit";
import { auditActions } from "@gatehouse/contract/entities/audit/audit-names";
import { Button } from "@mantine/core";
import { ChangeTable } from "../../forms/change-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { SideSheet } from "../../ui/side-sheet.tsx";
import classes from "./audit.module.css";
import { RecreateButton } from "./recreate-button.tsx";

interface AuditDetailsProps {
  entry: AuditEntry;
  timeZone: string;
  /** Shows the entries of the same record. */
  onHistory: () => void;
  onClose: () => void;
}

/** AUD-1: an entry with the record before and after, side by side. */
export default function AuditDetails({ entry, timeZone, onHistory, onClose }: AuditDetailsProps) {
  const { before, after } = entry;
  return (
    <SideSheet title={entry.summary} width={760} onClose={onClose}>
      <dl className={classes.facts}>
        <dt>When</dt>
        <dd>
          <DateTime at={entry.at} timeZone={timeZone} />
        </dd>
        <dt>Who</dt>
        <dd>{entry.user}</dd>
        <dt>From</dt>
        <dd>{entry.address ?? "Not recorded"}</dd>
        <dt>Action</dt>
        <dd>{auditActions[entry.action]}</dd>
        {entry.restoredFrom !== null && (
          <>
            <dt>Restored</dt>
            <dd>
              Version before <DateTime at={entry.restoredFrom} timeZone={timeZone} />
            </dd>
          </>
        )}
      </dl>
      {before === null && after === null ? (
        <p className={classes.none}>This entry has no fields.</p>
      ) : (
        <ChangeTable entry={entry} timeZone={timeZone} />
      )}
      <div className={classes.buttons}>
        {entry.entityId !== null && (
          <Button variant="default" size="xs" onClick={onHistory}>
            History of this record
          </Button>
        )}
        <RecreateButton entry={entry} onDone={onClose} />
      </div>
    </SideSheet>
  );
}
