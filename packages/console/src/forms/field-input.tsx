import { isOutsideNetworks } from "@gatehouse/contract/fields/network";
import { configPermission } from "@gatehouse/contract/permissions";
import { Autocomplete, NativeSelect, PasswordInput, Switch, TextInput, type TextInputProps } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useMay } from "../api/permissions.ts";
import { useSite } from "../api/site.ts";
import { CodesInput } from "./codes-input.tsx";
import classes from "./device-address-input.module.css";
import type { Field, Values } from "./field.ts";
import { ReferenceInput } from "./reference-input.tsx";
import { TimeInput } from "./time-input.tsx";
import type { useForm } from "./use-form.ts";

interface FieldInputProps {
  field: Field;
  values: Values;
  errors: Readonly<Record<string, string | undefined>>;
  isEdit: boolean;
  onChange: (value: unknown) => void;
}

/** The control of a field. */
export function FieldInput({ field, values, errors, isEdit, onChange }: FieldInputProps) {
  const value = values[field.name];
  const shared = {
    name: field.name,
    label: field.label,
    description: field.helpFor?.(values) ?? field.help,
    error: errors[field.name],
    disabled: isEdit && field.isLockedOnEdit === true,
  };
  switch (field.kind) {
    case "custom":
      return field.draw({ values, value, onChange, errors, isLocked: shared.disabled, isEdit });
    case "time":
      return <TimeInput {...shared} offers={field.offers} value={String(value)} onChange={onChange} />;
    case "reference":
      return <ReferenceInput {...shared} field={field} values={values} value={value} onChange={onChange} />;
    case "switch":
      return (
        <Switch {...shared} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
      );
    case "codes":
      return <CodesInput field={field} {...shared} value={value as string[]} onChange={onChange} />;
    case "option":
      return (
        <NativeSelect
          {...shared}
          data={field.initial === undefined ? [{ value: "", label: "Choose…" }, ...field.choices] : [...field.choices]}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "number":
      return (
        <TextInput
          {...shared}
          inputMode="decimal"
          autoComplete="off"
          rightSection={field.unit}
          rightSectionWidth={field.unit === undefined ? 0 : Math.max(56, field.unit.length * 8 + 16)}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "text":
      if (field.isSecret) {
        return (
          <PasswordInput
            {...shared}
            autoComplete="new-password"
            placeholder={field.placeholder ?? ""}
            value={String(value)}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        );
      }
      if (field.isDeviceAddress) {
        return (
          <DeviceAddressInput
            {...shared}
            placeholder={field.placeholder ?? ""}
            value={String(value)}
            onChange={onChange}
          />
        );
      }
      return field.suggestions === undefined ? (
        <TextInput
          {...shared}
          autoComplete="off"
          placeholder={field.placeholder ?? ""}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <Autocomplete {...shared} data={[...field.suggestions]} value={String(value)} onChange={onChange} />
      );
  }
}

interface FieldInputsProps {
  fields: readonly Field[];
  form: Pick<ReturnType<typeof useForm<Values, unknown>>, "values" | "errors" | "set">;
  /** Whether a stored record is edited. */
  isEdit?: boolean;
}

/** The controls of all fields. */
export function FieldInputs({ fields, form, isEdit = false }: FieldInputsProps) {
  return fields.map((field) => (
    <FieldInput
      key={field.name}
      field={field}
      values={form.values}
      errors={form.errors as Readonly<Record<string, string | undefined>>}
      isEdit={isEdit}
      onChange={(value) => form.set(field.name, value)}
    />
  ));
}

interface DeviceAddressInputProps extends Pick<TextInputProps, "name" | "label" | "error" | "disabled"> {
  description: string | undefined;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** The address of a device, with a warning if the server must not connect to it. */
function DeviceAddressInput({ description, value, onChange, ...shared }: DeviceAddressInputProps) {
  const { deviceNetworks } = useSite();
  const canConfigure = useMay()(configPermission("global"));
  const isOutside = deviceNetworks !== "" && isOutsideNetworks(deviceNetworks, value);
  return (
    <TextInput
      {...shared}
      autoComplete="off"
      description={
        isOutside ? (
          <span className={classes.warning}>
            {`Outside the site's networks (${deviceNetworks}), so the server won't connect to it. `}
            {canConfigure ? (
              <>
                {"Change deviceNetworks in "}
                <Link to="/configurations" search={{ q: "deviceNetworks" }}>
                  Global Configurations
                </Link>
                .
              </>
            ) : (
              "Ask an administrator to change them."
            )}
          </span>
        ) : (
          description
        )
      }
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
