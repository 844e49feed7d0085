import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { CustomFieldProps } from "../../forms/field.ts";
import { recordChoices } from "../../forms/record-choices.ts";
import { MultiChoice } from "../../ui/multi-choice.tsx";
import { gatesQuery } from "./gate-names.tsx";
import classes from "./user.module.css";

/** ROLE-3: all gates, or a selection of them. */
export function GatesInput({ value, onChange, faults }: CustomFieldProps) {
  const gates = useQuery(gatesQuery);
  const ids = value as readonly number[] | null;
  const known = recordChoices(gates.data);
  // A deleted gate stays visible, so that it can be removed from the selection.
  const deleted = gates.data && ids?.map(String).filter((id) => !known.some(({ value }) => value === id));
  return (
    <div className={classes.gates}>
      <Switch
        label="All gates"
        description="Also gates that are added later"
        checked={ids === null}
        onChange={(event) => onChange(event.currentTarget.checked ? null : [])}
      />
      {ids !== null && (
        <MultiChoice
          label="Gates"
          field="gateIds"
          isLabelShown
          placeholder={known.length === 0 ? "None available" : "Choose…"}
          error={faults.gateIds ?? (gates.isError ? "Couldn't load the options" : undefined)}
          choices={[...known, ...(deleted ?? []).map((id) => ({ value: id, label: `#${id} (deleted)` }))]}
          value={ids.map(String)}
          onChange={(chosen) => onChange(chosen.map(Number))}
        />
      )}
    </div>
  );
}
