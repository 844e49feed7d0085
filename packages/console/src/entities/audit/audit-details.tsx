import type { AuditEntry } from "@gatehouse/contract/entities/audit/audit.schema";
import { DateTime } from "../../ui/date-time.tsx";
import { SideSheet } from "../../ui/side-sheet.tsx";
import classes from "./audit.module.css";
import { listChanges } from "./list-changes.ts";

interface AuditDetailsProps {
  entry: AuditEntry;
  timeZone: string;
  onClose: () => void;
}

/** AUD-1: an entry with the record before and after, side by side; changed fields come first and are highlighted. */
export default function AuditDetails({ entry, timeZone, onClose }: AuditDetailsProps) {
  const fields = listChanges(entry.before, entry.after);
  return (
    <SideSheet title={entry.summary} width={760} onClose={onClose}>
      <dl className={classes.facts}>
        <dt>Time</dt>
        <dd>
          <DateTime at={entry.at} timeZone={timeZone} />
        </dd>
        <dt>Person</dt>
        <dd>{entry.user}</dd>
        <dt>Address</dt>
        <dd>{entry.address ?? "Not recorded"}</dd>
      </dl>
      {fields.length === 0 ? (
        <p className={classes.none}>This entry has no fields.</p>
      ) : (
        <table className={classes.changes} aria-label="Before and after">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, before, after, isChanged }) => (
              <tr key={name} data-changed={isChanged || undefined}>
                <th scope="row">
                  {name}
                  {isChanged && <span className="visually-hidden"> (changed)</span>}
                </th>
                <td data-side={entry.before ? "before" : undefined}>{before}</td>
                <td data-side={entry.after ? "after" : undefined}>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </SideSheet>
  );
}
