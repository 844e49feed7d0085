import { auditValueText } from "@gatehouse/contract/audit-values";
import type { AuditEntry } from "@gatehouse/contract/entities/audit/audit";
import { type AuditChange, auditFieldLabel, listAuditChanges } from "@gatehouse/contract/entities/audit/audit-fields";
import { formatCount } from "@gatehouse/contract/fields/number";
import { useSite } from "../api/site.ts";
import { formatDateTime } from "../ui/format-time.ts";
import classes from "./history.module.css";

/** A record before and after, side by side. Unchanged fields are folded. */
export function ChangeTable({ entry, timeZone }: { entry: AuditEntry; timeZone: string }) {
  const { before, after } = entry;
  const fields = listAuditChanges(before, after);
  // A new or deleted record has no unchanged fields, but its empty ones say nothing.
  const shown = fields.filter((field) => field.isChanged && !isEmpty(field));
  const folded = fields.filter((field) => !field.isChanged);
  return (
    <>
      {shown.length > 0 && <Table label="Before and after" fields={shown} entry={entry} timeZone={timeZone} />}
      {folded.length > 0 && (
        <details className={classes.folded}>
          <summary>{formatCount(folded.length, "unchanged field")}</summary>
          <Table label="Unchanged fields" fields={folded} entry={entry} timeZone={timeZone} />
        </details>
      )}
    </>
  );
}

const isNothing = (value: unknown) => (value ?? "") === "" || (Array.isArray(value) && value.length === 0);
const isEmpty = ({ before, after }: AuditChange) => isNothing(before) && isNothing(after);

interface TableProps {
  label: string;
  fields: readonly AuditChange[];
  entry: AuditEntry;
  timeZone: string;
}

function Table({ label, fields, entry: { entity, before, after, links }, timeZone }: TableProps) {
  const { currency } = useSite();
  const format = (path: string, value: unknown) =>
    formatValue(path, nameIds(path, value, links), { entity, currency, timeZone });
  return (
    <table className={classes.changes} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          {before !== null && <th scope="col">Before</th>}
          {after !== null && <th scope="col">{before === null ? "Value" : "After"}</th>}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.path} data-changed={(field.isChanged && before !== null && after !== null) || undefined}>
            <th scope="row" title={field.path}>
              {capitalize(auditFieldLabel(field.path))}
            </th>
            {before !== null && <td data-side="before">{format(field.path, field.before)}</td>}
            {after !== null && <td data-side="after">{format(field.path, field.after)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Replaces the ids of other records by their names. */
function nameIds(path: string, value: unknown, links: AuditEntry["links"]): unknown {
  if (Array.isArray(value)) return value.map((item) => nameIds(path, item, links));
  return links.find((link) => link.path === path && link.id === Number(value))?.name ?? value;
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:\d\d|Z)$/;

interface Shown {
  entity: string;
  currency: string;
  timeZone: string;
}

function formatValue(path: string, value: unknown, shown: Shown): string {
  if (isNothing(value)) return "–";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  const text = auditValueText(shown.entity, path, value, shown.currency);
  if (text !== undefined) return text;
  if (Array.isArray(value)) return formatList(path, value, shown);
  if (typeof value === "object") return formatParts(value ?? {}, shown);
  if (typeof value !== "string") return String(value);
  return instant.test(value) ? formatDateTime(new Date(value), shown.timeZone) : value;
}

/** Records of a list, such as the notes of a shift handover, are on lines of their own. */
const formatList = (path: string, values: readonly unknown[], shown: Shown) =>
  values
    .map((value) => formatValue(path, value, shown))
    .join(values.some((value) => typeof value === "object") ? "\n" : ", ");

const formatParts = (record: object, shown: Shown) =>
  Object.entries(record)
    .filter(([, value]) => !isNothing(value))
    .map(([name, value]) => `${auditFieldLabel(name)}: ${formatValue(name, value, shown)}`)
    .join(", ");
