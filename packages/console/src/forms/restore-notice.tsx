import type { AuditEntry } from "@gatehouse/contract/entities/audit/audit";
import { Button } from "@mantine/core";
import { useSite } from "../api/site.ts";
import { DateTime } from "../ui/date-time.tsx";
import type { Field, Values } from "./field.ts";
import { FieldValue } from "./field-value.tsx";
import classes from "./notice.module.css";
import { isSame } from "./take-over.ts";

interface RestoreNoticeProps {
  fields: readonly Field[];
  stored: Values;
  values: Values;
  source: AuditEntry;
  onDiscard: () => void;
}

/** AUD-2: shows how the filled-in earlier version differs from the stored one, before it is saved. */
export function RestoreNotice({ fields, stored, values, source, onDiscard }: RestoreNoticeProps) {
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
