import type { ApiKey } from "@gatehouse/contract/api";
import type { LiveTopic } from "@gatehouse/contract/entities/live";
import { asText } from "@gatehouse/contract/fields/as-text";
import type { ReactNode } from "react";
import type { Schema } from "./field-errors.ts";

// Callbacks below are declared as methods, whose parameters TypeScript compares in both directions. A field with known
// names or a resource of a known entity can then be passed to the form code, which handles every kind of them.

/** What a form holds, by field name. */
export type Values<Name extends string = string> = Readonly<Record<Name, unknown>>;

/** The field names of a schema: the paths of what it accepts, such as `additionalInfo.port`. */
export type FieldName<S extends Schema<unknown>> = PathIn<S["_zod"]["input"]>;

type PathIn<T> = T extends object
  ? { [Key in keyof T & string]: Key | PathBelow<Key, NonNullable<T[Key]>> }[keyof T & string]
  : never;
type PathBelow<Key extends string, T> = T extends readonly unknown[]
  ? never
  : T extends object
    ? `${Key}.${PathIn<T>}`
    : never;

/** An option of a field or menu. */
export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  /** Shown, but can't be chosen. */
  readonly disabled?: boolean;
}

/** Records of another entity as choices. The form fetches them, so no entity has to import another. */
export interface ChoiceSource<Name extends string = string> {
  readonly topic: LiveTopic;
  readonly key: ApiKey & `GET ${string}`;
  readonly params?: Readonly<Record<string, string>>;
  /** Parameters of further lists with the same call, whose records are offered too. */
  readonly moreParams?: readonly Readonly<Record<string, string>>[];
  readonly query?: Readonly<Record<string, string>>;
  label(record: Values): string;
  /** Whether a record is offered, given the form's values. */
  when?(record: Values, values: Values<Name>): boolean;
  /** What is wrong with a stored choice that is no longer offered. */
  readonly unsuitable?: string;
}

interface FieldBase<Name extends string> {
  /** Path of the value in the payload: `additionalInfo.port`. */
  readonly name: Name;
  /** Path of the value in the stored record, if it differs from `name`. */
  readonly readAt?: string;
  readonly label: string;
  readonly help?: string;
  /** The help if it depends on the form's values. */
  helpFor?(values: Values<Name>): string;
  readonly initial?: unknown;
  /** An empty value is sent as null, so that an update clears the stored one. */
  readonly isOptional?: boolean;
  readonly isLockedOnEdit?: boolean;
  /** Required for a new record only: an update without it keeps the stored value, which is never returned. */
  readonly isRequiredIfNew?: boolean;
  /** The field is reset when this other field changes. */
  readonly resetsWith?: Name;
  showIf?(values: Values<Name>): boolean;
  /** Half of the form's width. */
  readonly isHalf?: boolean;
}

/** A form field: its texts and its control. The rules are in the contract's schema. */
export type Field<Name extends string = string> = FieldBase<Name> &
  (
    | {
        readonly kind: "text";
        readonly suggestions?: readonly string[];
        readonly placeholder?: string;
        /** The server connects to it: an address outside of the device networks gets a warning. */
        readonly isDeviceAddress?: boolean;
        /** Masked while it is typed. */
        readonly isSecret?: boolean;
      }
    /** `sendsText`: the API expects the number as text. */
    | { readonly kind: "number"; readonly unit?: string; readonly sendsText?: boolean }
    | { readonly kind: "option"; readonly choices: readonly Choice[]; readonly sendsNumber?: boolean }
    | { readonly kind: "switch" }
    /** Date and time: entered and shown in the site's time zone, sent in UTC. */
    | {
        readonly kind: "time";
        /** Offers today and tomorrow: the start or the end of the day. */
        readonly offers?: "start" | "end";
      }
    /** Several of a short list, as checkboxes; `isStacked`: one per line, for long labels. */
    | {
        readonly kind: "codes";
        readonly choices: readonly Choice[];
        readonly isStacked?: boolean;
        readonly sendsNumber?: boolean;
      }
    | {
        readonly kind: "reference";
        readonly from: ChoiceSource<Name>;
        readonly isMultiple?: boolean;
        /** What an empty choice means, such as "All gates". */
        readonly placeholder?: string;
        /** Value sent when nothing is chosen. */
        readonly none?: null | 0;
        isDisabled?(values: Values<Name>): boolean;
        /** What to do first, while it is disabled. */
        readonly whileDisabled?: string;
      }
    /** Draws its own control and owns its part of the values. */
    | {
        readonly kind: "custom";
        draw(props: CustomFieldProps): ReactNode;
        /** Read-only presentation of the value. */
        formatValue?(value: unknown): ReactNode;
        /** Converts the value for the payload. */
        send?(value: unknown, values: Values<Name>): unknown;
      }
  );

/** Props of a custom field's control. */
export interface CustomFieldProps {
  values: Values;
  value: unknown;
  onChange: (value: unknown) => void;
  isLocked: boolean;
  /** Whether a stored record is edited. */
  isEdit: boolean;
  /** Errors of the field and of the fields nested in it, by full path. */
  errors: Readonly<Record<string, string | undefined>>;
}

/** The fields whose values are masked while they are typed. */
export const secretsOf = (fields: readonly Field[]): string[] =>
  fields.filter((field) => field.kind === "text" && field.isSecret).map(({ name }) => name);

/** Initial form values: those of a stored record, or the defaults for a new one. */
export function toFormValues(fields: readonly Field[], record: object | undefined): Values {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      record === undefined ? initialValue(field) : toInputValue(field, valueAt(record, field.readAt ?? field.name)),
    ]),
  );
}

/** Default value of a field. */
export function initialValue(field: Field): unknown {
  if (field.initial !== undefined) return field.initial;
  if (field.kind === "switch") return false;
  return field.kind === "codes" || (field.kind === "reference" && field.isMultiple) ? [] : "";
}

/** Inputs hold text; so do references, because the options of a list are compared as text. */
function toInputValue(field: Field, value: unknown): unknown {
  if (field.kind === "custom") return value ?? field.initial;
  if (field.kind === "switch") return value === true;
  if (Array.isArray(value)) return value.map(String);
  if (value === null || value === undefined || (field.kind === "reference" && value === 0)) return "";
  return String(value);
}

/** Converts form values to a payload, on top of the resource's fixed members. */
export function toPayload(fields: readonly Field[], values: Values, fixed: object): Record<string, unknown> {
  const payload = structuredClone(fixed) as Record<string, unknown>;
  for (const field of fields) {
    if (field.showIf?.(values) === false) continue;
    setValueAt(payload, field.name, toPayloadValue(field, values));
  }
  return payload;
}

const decimal = /^[-+]?(\d+\.?\d*|\.\d+)$/;

/** Parses a decimal number; anything else stays text. `Number` would also accept hexadecimal and Infinity. */
export const parseDecimal = (text: string): number | string => (decimal.test(text) ? Number(text) : text);

function toPayloadValue(field: Field, values: Values): unknown {
  const value = values[field.name];
  if (field.kind === "custom") return field.send === undefined ? value : field.send(value, values);
  if (field.kind === "codes" && field.sendsNumber) return (value as readonly string[]).map(Number);
  if (field.kind === "switch" || field.kind === "codes") return value;
  if (field.kind === "reference") {
    if (Array.isArray(value)) return value.map(Number);
    return value === "" ? field.none : Number(value);
  }
  const text = asText(value).trim();
  const isNumber = (field.kind === "number" && !field.sendsText) || (field.kind === "option" && field.sendsNumber);
  // Empty text is left out, so that the schema reports "Required" instead of an invalid number.
  if (text === "") return field.isOptional ? null : undefined;
  return isNumber ? parseDecimal(text) : text;
}

/** The value at a path such as `additionalInfo.port`. */
export function valueAt(record: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((part, name) => (part as Values | undefined)?.[name], record);
}

/** Sets a value at a path. Creates the parents of an undefined value too, so that the schema reports each missing field. */
function setValueAt(target: Record<string, unknown>, path: string, value: unknown): void {
  const [name = "", ...rest] = path.split(".");
  if (rest.length === 0) {
    if (value !== undefined) target[name] = value;
    return;
  }
  const inner = (target[name] ?? {}) as Record<string, unknown>;
  target[name] = inner;
  setValueAt(inner, rest.join("."), value);
}
