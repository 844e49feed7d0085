import { type DataType, dataTypes } from "@gatehouse/contract/entities/config-value";
import type { ConfigScope } from "@gatehouse/contract/modules/module";
import { NativeSelect, Switch, TextInput } from "@mantine/core";
import { type FormErrors, useForm } from "../../forms/use-form.ts";
import { type DraftValues, payloadOf, withType } from "./config-draft.ts";
import classes from "./config-list.module.css";

interface FieldProps {
  /** Id of the form to submit. A table row can't be a form, so that is in the row's last cell. */
  form: string;
  /** Name of the row for screen readers. */
  of: string;
  values: DraftValues;
  errors: FormErrors<DraftValues>;
  onChange: (values: DraftValues) => void;
}

const mono = { input: classes.mono };

/** Input for the key. */
export function KeyField({ form, of, values, errors, onChange }: FieldProps) {
  return (
    <TextInput
      form={form}
      name="key"
      size="xs"
      classNames={mono}
      aria-label={`Key of ${of}`}
      placeholder="Key"
      value={values.key}
      error={errors.key}
      onChange={(event) => onChange({ ...values, key: event.currentTarget.value })}
    />
  );
}

/** Select for the data type; changing it converts the value. */
export function TypeField({ form, of, values, onChange }: FieldProps) {
  return (
    <NativeSelect
      form={form}
      name="dataType"
      size="xs"
      aria-label={`Data type of ${of}`}
      data={[...dataTypes]}
      value={values.dataType}
      onChange={(event) => onChange(withType(values, event.currentTarget.value as DataType))}
    />
  );
}

/** Input for the value, according to its type. */
export function ValueField({ form, of, values, errors, onChange }: FieldProps) {
  const { value } = values;
  if (typeof value === "boolean") {
    return (
      <div className={classes.switch}>
        <Switch
          form={form}
          name="value"
          size="sm"
          aria-label={`Value of ${of}`}
          label={value ? "true" : "false"}
          checked={value}
          onChange={(event) => onChange({ ...values, value: event.currentTarget.checked })}
        />
      </div>
    );
  }
  return (
    <TextInput
      form={form}
      name="value"
      size="xs"
      classNames={mono}
      aria-label={`Value of ${of}`}
      placeholder="Value"
      inputMode={values.dataType === "NUMBER" ? "decimal" : "text"}
      value={value}
      error={errors.value}
      onChange={(event) => onChange({ ...values, value: event.currentTarget.value })}
    />
  );
}

const loadSchema = () => import("@gatehouse/contract/entities/config").then((file) => file.configDraft);

/** Form state of a configuration. */
export function useConfigForm(scope: ConfigScope, initial: DraftValues, id: number | "new") {
  return useForm({
    draft: `config.${id}`,
    initial,
    schema: loadSchema,
    toPayload: (values) => payloadOf(values, scope),
  });
}
