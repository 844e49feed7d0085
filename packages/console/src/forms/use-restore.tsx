import type { AuditEntry } from "@gatehouse/contract/entities/audit/audit";
import { type ReactNode, useState } from "react";
import type { CallExtras } from "../api/call.ts";
import { type Field, toFormValues, type Values, valueAt } from "./field.ts";
import { RestoreNotice } from "./restore-notice.tsx";

interface RestoredForm {
  readonly values: Values;
  reset(values: Values): void;
}

/** AUD-2: fills a form with earlier values. Saving them is an update like any other, which names the entry. */
export function useRestore(fields: readonly Field[], form: RestoredForm, stored: Values) {
  const [source, setSource] = useState<AuditEntry>();
  const notice: ReactNode = source && (
    <RestoreNotice
      fields={fields}
      stored={stored}
      values={form.values}
      source={source}
      onDiscard={() => {
        form.reset(stored);
        setSource(undefined);
      }}
    />
  );
  return {
    notice,
    load: (entry: AuditEntry) => {
      form.reset({ ...stored, ...earlierValues(fields, stored, entry.before ?? {}) });
      setSource(entry);
    },
    clear: () => setSource(undefined),
    /** Options of the call that saves the form. */
    extras: (source === undefined ? {} : { restoredFrom: source.id }) satisfies CallExtras,
  };
}

const mask = "***";

/**
 * The values of the entry that the form can hold. Secrets are masked there, and what other tables hold is not part of it:
 * those fields keep their current values.
 */
function earlierValues(fields: readonly Field[], stored: Values, record: object): Values {
  const known = fields.filter((field) => {
    if (field.isLockedOnEdit || (field.kind === "text" && field.isSecret)) return false;
    const value = valueAt(record, field.readAt ?? field.name);
    // The column of a custom field can have another form than the field.
    if (field.kind === "custom" && kindOf(value) !== kindOf(stored[field.name])) return false;
    return value !== undefined && !JSON.stringify(value).includes(mask);
  });
  const values = toFormValues(known, record);
  return Object.fromEntries(known.map((field) => [field.name, toSentTime(field, values[field.name])]));
}

const kindOf = (value: unknown) => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);

/** The audit trail writes times with the offset of the database. */
const toSentTime = ({ kind }: Field, value: unknown) =>
  kind === "time" && typeof value === "string" && value !== "" ? new Date(value).toISOString() : value;
