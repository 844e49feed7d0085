import type { Field, Values } from "./field.ts";
import { FieldInput } from "./field-input.tsx";
import type { useForm } from "./use-form.ts";

interface FieldInputsProps {
  fields: readonly Field[];
  form: Pick<ReturnType<typeof useForm<Values, unknown>>, "values" | "faults" | "set">;
  /** Changes something that is stored. */
  isEdit?: boolean;
}

/** The controls of a form's fields, one after the other. */
export function FieldInputs({ fields, form, isEdit = false }: FieldInputsProps) {
  return fields.map((field) => (
    <FieldInput
      key={field.name}
      field={field}
      values={form.values}
      faults={form.faults as Readonly<Record<string, string | undefined>>}
      isEdit={isEdit}
      onChange={(value) => form.set(field.name, value)}
    />
  ));
}
