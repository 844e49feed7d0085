import type { DisplayScope } from "@gatehouse/contract/entities/display/display";
import { displayTemplates } from "@gatehouse/contract/entities/display/display-page";
import { asText } from "@gatehouse/contract/fields/as-text";
import { useSite } from "../../api/site.ts";
import type { Values } from "../../forms/field.ts";
import { TemplateView } from "../../screens/template-view.tsx";
import classes from "./display.module.css";
import { useVariables } from "./display-variables.ts";

/** The screen in small, with the current values of its variables. */
export default function TemplatePreview({ values, scope }: { values: Values; scope: DisplayScope }) {
  const variables = useVariables(scope);
  const site = useSite();
  const template = displayTemplates.find(({ id }) => String(id) === values.templateId);
  if (template === undefined) return null;
  const picks = values.variables as readonly { templateKey: string; variableId: number }[];
  const shown = template.keys.map((key) => {
    const id = picks.find((pick) => pick.templateKey === key)?.variableId;
    const variable = variables.find((candidate) => candidate.id === id);
    const label = variable?.displayName ?? variable?.name ?? key;
    return [key, { label, value: variable?.computedValue }] as const;
  });
  return (
    <figure className={classes.preview} aria-label={`The screen shows: ${template.name}`}>
      <div className={classes.screen}>
        <TemplateView template={template} title={asText(values.name)} siteName={site.name} values={new Map(shown)} />
      </div>
    </figure>
  );
}
