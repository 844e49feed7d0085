import {
  type cameraVariableDraft,
  type constantDraft,
  type dynamicDraft,
  partsOf,
  type sensorVariableDraft,
  type Term,
  type Variable,
  type VariableScope,
} from "@gatehouse/contract/entities/variable";
import { createVariableFailures } from "@gatehouse/contract/entities/variable.messages";
import type { CustomFieldProps, Field, FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";
import ResourceDialog from "../../forms/resource-dialog.tsx";
import { RowGroup } from "../../forms/row-group.tsx";
import { EquationField } from "./equation-field.tsx";
import { formatEquation } from "./equation-terms.ts";
import { type ExampleDraft, toExamplePayload, variablesOf } from "./example-draft.ts";
import { ExampleRow } from "./example-row.tsx";
import { useVariables } from "./variable.queries.ts";
import { type AddedType, cameraModules, kinds } from "./variable-kinds.ts";

type VariableField = Field<
  FieldName<typeof constantDraft | typeof cameraVariableDraft | typeof sensorVariableDraft | typeof dynamicDraft>
>;

const name: VariableField = { kind: "text", name: "name", label: "Name" };
const publish: VariableField = {
  kind: "switch",
  name: "publish",
  label: "Publish to cloud",
  help: "Included in “Publish Variables to Cloud”",
};
const constant: VariableField = { kind: "number", name: "value", label: "Value" };

const cameraOf = (scope: VariableScope): VariableField => ({
  kind: "reference",
  name: "cameraId",
  label: "Camera",
  from: {
    topic: "cameras",
    key: "GET /cameras/{module}",
    params: { module: cameraModules[scope] ?? "" },
    label: (record) => String(record.name),
    when: (record) => record.status === "saved",
  },
});

const sensorOf = (scope: VariableScope): VariableField => ({
  kind: "reference",
  name: "sensorId",
  label: "Sensor",
  help: "Slot controller whose sensors are summed",
  from: {
    topic: "slot_controllers",
    key: "GET /slot-controllers",
    query: { scope },
    label: (record) => `# ${record.uid}, ${record.name}`,
  },
});

function computed(
  scope: VariableScope,
  type: AddedType,
  edited: Variable | undefined,
  source?: VariableField,
): VariableField[] {
  // An equation of one camera's values is invalid for another.
  const startsOver = source === undefined ? {} : { resetsWith: source.name };
  return [
    name,
    ...(source === undefined ? [] : [source]),
    {
      kind: "custom",
      name: "value",
      label: "Equation",
      initial: [],
      ...startsOver,
      draw: (props) => <EquationField {...props} scope={scope} type={type} edited={edited} source={source} />,
      formatValue: (value) => <EquationSummary scope={scope} terms={value as readonly Term[]} />,
    },
    {
      kind: "custom",
      name: "examples",
      label: "Examples",
      initial: [],
      ...startsOver,
      draw: (props) => <ExamplesField {...props} scope={scope} />,
      formatValue: (value) => String((value as readonly unknown[]).length),
      send: (value, values) => toExamplePayload(value, values.value as readonly Term[]),
    },
    publish,
  ];
}

const fieldsOf: Record<AddedType, (scope: VariableScope, edited: Variable | undefined) => readonly VariableField[]> = {
  constant: () => [name, constant, publish],
  camera: (scope, edited) => computed(scope, "camera", edited, cameraOf(scope)),
  sensor: (scope, edited) => computed(scope, "sensor", edited, sensorOf(scope)),
  dynamic: (scope, edited) => computed(scope, "dynamic", edited),
};

const loadRules = () => import("@gatehouse/contract/entities/variable");
const drafts: Record<AddedType, Resource<Variable>["draft"]> = {
  constant: () => loadRules().then((file) => file.constantDraft),
  camera: () => loadRules().then((file) => file.cameraVariableDraft),
  sensor: () => loadRules().then((file) => file.sensorVariableDraft),
  dynamic: () => loadRules().then((file) => file.dynamicDraft),
};

/** The variables of a scope and type; `edited` is the one being edited. */
function variables(scope: VariableScope, type: AddedType, edited?: Variable): Resource<Variable> {
  const { noun, empty } = kinds[type];
  return {
    topic: "variables",
    name: "variables",
    noun: "variable",
    titles: { add: `Add new ${noun}`, edit: `Edit ${noun}` },
    list: { key: "GET /variables" },
    create: "POST /variables",
    change: "PUT /variables/{id}",
    remove: "DELETE /variables/{id}",
    deleteQuery: { scope },
    draft: drafts[type],
    fixed: { type, scope },
    fields: fieldsOf[type](scope, edited),
    // A circular reference is an error of the equation.
    faultsAt: { "variable/circle": "value", "record/taken": "name" },
    isWide: type !== "constant",
    texts: { empty, purpose: "", createFailure: createVariableFailures[type] },
    title: (variable) => variable.name,
  };
}

/** Read-only equation. */
function EquationSummary({ scope, terms }: { scope: VariableScope; terms: readonly Term[] }) {
  const { nameOf } = useVariables(scope);
  return formatEquation(terms, nameOf) || "–";
}

/** Examples of an equation: expected results for given values, checked before saving. */
function ExamplesField({ scope, values, value, onChange, errors }: CustomFieldProps & { scope: VariableScope }) {
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
      error={undefined}
      add={{ label: "Add example", onAdd: add }}
    >
      {examples.map((example, index) => (
        <ExampleRow
          // biome-ignore lint/suspicious/noArrayIndexKey: an example is its place
          key={index}
          number={index + 1}
          terms={terms}
          example={example}
          nameOf={lookup.nameOf}
          errors={errors}
          onChange={(next) => onChange(examples.with(index, next))}
          onRemove={() => onChange(examples.toSpliced(index, 1))}
        />
      ))}
    </RowGroup>
  );
}

interface VariableDialogProps {
  scope: VariableScope;
  type: AddedType;
  opened: Variable | "new";
  /** Whether someone else deleted the variable. */
  isDeleted: boolean;
  onClose: () => void;
}

/** The dialog with the form of a variable. */
export default function VariableDialog({ scope, type, opened, isDeleted, onClose }: VariableDialogProps) {
  const resource = variables(scope, type, opened === "new" ? undefined : opened);
  return <ResourceDialog resource={resource} opened={opened} isDeleted={isDeleted} onClose={onClose} />;
}
