import type { AuditEntry } from "@gatehouse/contract/entities/audit/audit";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { CallExtras } from "../api/call.ts";
import { useSite } from "../api/site.ts";
import { DateTime } from "../ui/date-time.tsx";
import { type Field, toFormValues, type Values, valueAt } from "./field.ts";
import { FieldValue } from "./field-value.tsx";
import classes from "./notice.module.css";
import { isSame } from "./take-over.ts";

interface RestoredForm {
  readonly values: Values;
  reset(values: Values): void;
}

/** Fills a form with earlier values. Saving them is an update like any other, which names the entry. */
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

interface RestoreNoticeProps {
  fields: readonly Field[];
  stored: Values;
  values: Values;
  source: AuditEntry;
  onDiscard: () => void;
}

/** Shows how the filled-in earlier version differs from the stored one, before it is saved. */
function RestoreNotice({ fields, stored, values, source, onDiscard }: RestoreNoticeProps) {
  const { timeZone } = useSite();
  const differing = fields
    .filter((field) => field.showIf?.(values) !== false)
    .filter(({ name }) => !isSame(stored[name], values[name]));
  return (
    <div className={classes.notice} role="status">
      <p>
        Values before <DateTime at={source.at} timeZone={timeZone} />
      </p>
      {differing.length === 0 ? (
        <p>They equal the current values.</p>
      ) : (
        <>
          <p>Save to restore them. Secrets and values that this version did not have stay as they are.</p>
          <table aria-label="Differences">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Now</th>
                <th scope="col">Earlier</th>
              </tr>
            </thead>
            <tbody>
              {differing.map((field) => (
                <tr key={field.name}>
                  <th scope="row">{field.label}</th>
                  <td>
                    <FieldValue field={field} values={stored} />
                  </td>
                  <td>
                    <FieldValue field={field} values={values} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <div className={classes.choices}>
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  );
}
