import type { DisplayScope } from "@gatehouse/contract/entities/display/display-scope";
import { displayTemplates } from "@gatehouse/contract/entities/display/display-template";
import type { Values } from "../../forms/field.ts";
import classes from "./display.module.css";
import { useVariables } from "./display-variables.ts";

/** DISP-5: the template with the current values of its variables. */
export function TemplatePreview({ values, scope }: { values: Values; scope: DisplayScope }) {
  const variables = useVariables(scope);
  const template = displayTemplates.find(({ id }) => String(id) === values.templateId);
  if (template === undefined) return null;
  const picks = values.variables as readonly { templateKey: string; variableId: number }[];
  const valueFor = (key: string) => {
    const id = picks.find((pick) => pick.templateKey === key)?.variableId;
    return variables.find((variable) => variable.id === id)?.computedValue ?? "–";
  };
  return (
    <figure className={classes.preview}>
      <dl className={classes.screen} aria-label={`The screen shows: ${template.name}`}>
        {template.keys.map((key) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{valueFor(key)}</dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
