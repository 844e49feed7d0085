import type { ApiKey } from "@gatehouse/contract/api";
import type { LiveTopic } from "@gatehouse/contract/entities/live/live-topic";
import type { ReactNode } from "react";

/** What was typed, by each field's name. */
export type Values = Readonly<Record<string, unknown>>;

/** Something that can be chosen. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Choices that are records of another entity: the form asks for them, so that no entity needs to know another. */
export interface ChoiceSource {
  readonly topic: LiveTopic;
  readonly key: ApiKey & `GET ${string}`;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly label: (record: Values) => string;
  /** Which records can be chosen, given what the form holds. */
  readonly when?: ((record: Values, values: Values) => boolean) | undefined;
}

interface FieldBase {
  /** Where the value stands in the record: `additionalInfo.port`. */
  readonly name: string;
  /** Where the stored record has it, when that is not where it is sent. */
  readonly readAt?: string;
  readonly label: string;
  readonly help?: string;
  readonly initial?: unknown;
  /** Left empty it is sent as null, so that a change takes the stored value away. */
  readonly isOptional?: boolean;
  readonly isLockedOnEdit?: boolean;
  /** Starts over when this other field changes. */
  readonly resetsWith?: string;
  readonly showIf?: (values: Values) => boolean;
  /** Takes half of the form's width, beside the next one that does. */
  readonly isHalf?: boolean;
}

/** A field of a form: the contract's schema has its rules, this has its words and how it is entered. */
export type Field = FieldBase &
  (
    | {
        readonly kind: "text";
        readonly suggestions?: readonly string[];
        readonly placeholder?: string;
        /** Not shown while it is typed. */
        readonly isSecret?: boolean;
      }
    /** `sendsText` for numbers that the wire carries as text. */
    | { readonly kind: "number"; readonly unit?: string; readonly sendsText?: boolean }
    | { readonly kind: "option"; readonly choices: readonly Choice[]; readonly sendsNumber?: boolean }
    | { readonly kind: "switch" }
    /** A moment: entered and shown in the site's time zone, sent in UTC. */
    | { readonly kind: "time" }
    /** Several of a few codes. */
    | { readonly kind: "codes"; readonly choices: readonly Choice[] }
    | {
        readonly kind: "reference";
        readonly from: ChoiceSource;
        readonly isMultiple?: boolean;
        /** What is sent for none. */
        readonly none?: null | 0;
        readonly isDisabled?: (values: Values) => boolean;
      }
    /** For what no other kind can draw; reads and writes its own part of the values. */
    | {
        readonly kind: "custom";
        readonly draw: (props: CustomFieldProps) => ReactNode;
        /** What it holds in words, where it is shown without its control. */
        readonly formatValue?: (value: unknown) => ReactNode;
        /** What is sent for what it holds. */
        readonly send?: (value: unknown, values: Values) => unknown;
      }
  );

/** What a custom field gets. */
export interface CustomFieldProps {
  values: Values;
  value: unknown;
  onChange: (value: unknown) => void;
  isLocked: boolean;
  /** The faults at or beneath the field, by their full path. */
  faults: Readonly<Record<string, string | undefined>>;
}

/** The values that a form starts with: a record's, or the fields' own for a new one. */
export function valuesOf(fields: readonly Field[], record: object | undefined): Values {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      record === undefined ? initialOf(field) : shown(field, storedAt(record, field)),
    ]),
  );
}

/** What a stored record has for a field. */
const storedAt = (record: object, { name, readAt = name }: Field): unknown => at(record, readAt);

/** What a field holds before anything was entered. */
export function initialOf(field: Field): unknown {
  if (field.initial !== undefined) return field.initial;
  if (field.kind === "switch") return false;
  return field.kind === "codes" || (field.kind === "reference" && field.isMultiple) ? [] : "";
}

/** Inputs hold texts; ids of references too, because that is what lists of choices compare. */
function shown(field: Field, value: unknown): unknown {
  if (field.kind === "custom") return value ?? field.initial;
  if (field.kind === "switch") return value === true;
  if (Array.isArray(value)) return value.map(String);
  if (value === null || value === undefined || (field.kind === "reference" && value === 0)) return "";
  return String(value);
}

/** What is sent for a form's values, with what the entity knows by itself. */
export function payloadOf(fields: readonly Field[], values: Values, fixed: object): Record<string, unknown> {
  const payload = structuredClone(fixed) as Record<string, unknown>;
  for (const field of fields) {
    if (field.showIf?.(values) === false) continue;
    put(payload, field.name, sent(field, values));
  }
  return payload;
}

const decimal = /^[-+]?(\d+\.?\d*|\.\d+)$/;

/** What a person means by a number, else the text; the language itself also takes hexadecimal ones and Infinity. */
export const numberOrText = (text: string): number | string => (decimal.test(text) ? Number(text) : text);

function sent(field: Field, values: Values): unknown {
  const value = values[field.name];
  if (field.kind === "custom") return field.send === undefined ? value : field.send(value, values);
  if (field.kind === "switch" || field.kind === "codes") return value;
  if (field.kind === "reference") {
    if (Array.isArray(value)) return value.map(Number);
    return value === "" ? field.none : Number(value);
  }
  const text = String(value ?? "").trim();
  const isNumber = (field.kind === "number" && !field.sendsText) || (field.kind === "option" && field.sendsNumber);
  // An empty text is left out, so that the rules say "Required" and not that it is no number.
  if (text === "") return field.isOptional ? null : undefined;
  return isNumber ? numberOrText(text) : text;
}

/** The value at a path such as `additionalInfo.port`. */
export function at(record: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((part, name) => (part as Values | undefined)?.[name], record);
}

/** Sets a value at a path. What lies around a missing one is there, so that the rules tell each field what it lacks. */
function put(target: Record<string, unknown>, path: string, value: unknown): void {
  const [name = "", ...rest] = path.split(".");
  if (rest.length === 0) {
    if (value !== undefined) target[name] = value;
    return;
  }
  const inner = (target[name] ?? {}) as Record<string, unknown>;
  target[name] = inner;
  put(inner, rest.join("."), value);
}
