import type { MappedField, MappingPreview } from "@gatehouse/contract/entities/payload-mapping";
import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { ArrivalSwitch, MappedFieldOptions } from "./mapped-field-options.tsx";
import { type Draft, fieldNames, mappedFieldLabels, pathText, unassign } from "./mapping-draft.ts";
import classes from "./payload-mapping.module.css";

interface MappedFieldListProps {
  draft: Draft;
  active: MappedField;
  preview: MappingPreview | undefined;
  /** Errors of the last attempt to save, by field. */
  errors: Partial<Record<MappedField, string>>;
  onActivate: (field: MappedField) => void;
  onChange: (draft: Draft) => void;
}

/** The values of an event: the selected one gets the next value that is clicked. */
export function MappedFieldList({ draft, active, preview, errors, onActivate, onChange }: MappedFieldListProps) {
  return (
    <fieldset className={classes.fields}>
      <legend>Select a field, then click its value</legend>
      {fieldNames.map((name) => {
        const assigned = draft.fields[name];
        const read = preview?.fields[name];
        const error = errors[name] ?? (assigned && read?.fault);
        const label = mappedFieldLabels[name];
        return (
          <div key={name} className={classes.field} data-active={name === active || undefined}>
            <label>
              <input
                type="radio"
                name="mapped-field"
                checked={name === active}
                aria-describedby={`mapped-${name}`}
                onChange={() => onActivate(name)}
              />
              <span>{label}</span>
            </label>
            <p id={`mapped-${name}`}>
              {assigned && <code>{pathText(assigned.path)}</code>}
              {assigned && read?.found && !error && <span className={classes.found}>{read.found}</span>}
              {error && <span className={classes.fault}>{error}</span>}
            </p>
            {assigned && (
              <ActionIcon
                variant="subtle"
                size={24}
                aria-label={`Clear ${label.toLowerCase()}`}
                onClick={() => onChange(unassign(draft, name))}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            )}
            {name === "time" && <ArrivalSwitch draft={draft} onChange={onChange} />}
            {assigned && (
              <MappedFieldOptions field={name} draft={draft} found={read?.found ?? null} onChange={onChange} />
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
