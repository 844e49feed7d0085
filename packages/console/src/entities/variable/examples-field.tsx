import { partsOf, type Term, type VariableScope } from "@gatehouse/contract/entities/variable";
import type { CustomFieldProps } from "../../forms/field.ts";
import { RowGroup } from "../../forms/row-group.tsx";
import { type ExampleDraft, variablesOf } from "./example-draft.ts";
import { ExampleRow } from "./example-row.tsx";
import { useVariables } from "./variable.queries.ts";

/** Examples of an equation: expected results for given values, checked before saving. */
export function ExamplesField({ scope, values, value, onChange, faults }: CustomFieldProps & { scope: VariableScope }) {
  const lookup = useVariables(scope);
  const terms = values.value as readonly Term[];
  const examples = value as readonly ExampleDraft[];
  if (partsOf(terms).length === 0) return null;
  const add = () => {
    // Constants are filled in.
    const inputs = variablesOf(terms).flatMap((variableId) => {
      const variable = lookup.byId(variableId);
      return variable?.type === "constant" ? [{ variableId, value: variable.computedValue }] : [];
    });
    onChange([...examples, { inputs, expected: "" }]);
  };
  return (
    <RowGroup
      title="Examples"
      about={
        examples.length === 0
          ? "Optional: expected results for known values, such as 3 in, 1 out, capacity 100 gives 98. They are checked whenever the equation is saved."
          : "Checked whenever the equation is saved."
      }
      fault={undefined}
      add={{ label: "Add example", onAdd: add }}
    >
      {examples.map((example, place) => (
        <ExampleRow
          // biome-ignore lint/suspicious/noArrayIndexKey: an example is its place
          key={place}
          number={place + 1}
          terms={terms}
          example={example}
          nameOf={lookup.nameOf}
          faults={faults}
          onChange={(next) => onChange(examples.with(place, next))}
          onRemove={() => onChange(examples.toSpliced(place, 1))}
        />
      ))}
    </RowGroup>
  );
}
