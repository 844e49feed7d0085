import type { DisplayScope } from "@gatehouse/contract/entities/display/display";
import { displayTemplates } from "@gatehouse/contract/entities/display/display-page";
import { NativeSelect } from "@mantine/core";
import type { CustomFieldProps } from "../../forms/field.ts";
import { recordChoices } from "../../forms/record-choices.ts";
import classes from "./display.module.css";
import { useVariables } from "./display-variables.ts";

interface Pick {
  templateKey: string;
  variableId: number;
}

/** A variable for each key of the template. */
export function TemplateVariables(props: CustomFieldProps & { scope: DisplayScope }) {
  const { scope, values, value, onChange, errors } = props;
  const variables = useVariables(scope);
  const picks = value as readonly Pick[];
  const keys = displayTemplates.find(({ id }) => String(id) === values.templateId)?.keys ?? [];
  const write = (templateKey: string, variableId: number) =>
    onChange([
      ...picks.filter((pick) => pick.templateKey !== templateKey),
      ...(variableId > 0 ? [{ templateKey, variableId }] : []),
    ]);
  const missing = keys.find((key) => !picks.some((pick) => pick.templateKey === key));
  if (keys.length === 0) return null;
  return (
    <fieldset className={classes.group}>
      <legend>Variables</legend>
      {keys.map((key) => (
        <NativeSelect
          key={key}
          label={key}
          // The error of the group is shown at the first key without a variable.
          name={key === missing ? "variables" : undefined}
          data={[{ value: "0", label: "Choose a variable…" }, ...recordChoices(variables)]}
          value={String(picks.find((pick) => pick.templateKey === key)?.variableId ?? 0)}
          onChange={(event) => write(key, Number(event.currentTarget.value))}
        />
      ))}
      {variables.length === 0 && <p className={classes.hint}>This module has no variables yet.</p>}
      {errors.variables !== undefined && (
        <p className={classes.fault} role="alert">
          {errors.variables}
        </p>
      )}
    </fieldset>
  );
}
