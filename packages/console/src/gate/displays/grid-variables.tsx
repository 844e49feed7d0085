import type { DisplayScope } from "@gatehouse/contract/entities/display/display";
import { ActionIcon, Button, NativeSelect, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { CustomFieldProps } from "../../forms/field.ts";
import classes from "./display.module.css";
import { useVariables } from "./display-variables.ts";

interface Pick {
  variableId: number;
  label: string;
}

/** The variables of a grid, each with its label. */
export function GridVariables({ scope, value, onChange, errors }: CustomFieldProps & { scope: DisplayScope }) {
  const variables = useVariables(scope);
  const picks = value as readonly Pick[];
  const write = (index: number, change: Partial<Pick>) =>
    onChange(picks.map((pick, at) => (at === index ? { ...pick, ...change } : pick)));
  return (
    <fieldset className={classes.group}>
      <legend>Variables</legend>
      {picks.map((pick, index) => {
        const path = `additionalInfo.variables.${index}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <div key={index} className={classes.pair}>
            <TextInput
              name={`${path}.label`}
              aria-label={`Label ${index + 1}`}
              placeholder="Label"
              value={pick.label}
              error={errors[`${path}.label`]}
              onChange={(event) => write(index, { label: event.currentTarget.value })}
            />
            <NativeSelect
              name={`${path}.variableId`}
              aria-label={`Variable ${index + 1}`}
              data={[
                { value: "0", label: "Choose a variable…" },
                ...variables.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              value={String(pick.variableId)}
              error={errors[`${path}.variableId`]}
              onChange={(event) => write(index, { variableId: Number(event.currentTarget.value) })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={4}
              aria-label={`Remove variable ${index + 1}`}
              onClick={() => onChange(picks.filter((_, at) => at !== index))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange([...picks, { variableId: 0, label: "" }])}
      >
        Add variable
      </Button>
      {variables.length === 0 && <p className={classes.hint}>This module has no variables yet.</p>}
    </fieldset>
  );
}
