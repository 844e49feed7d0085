import type { ConfigScope } from "../modules/module.ts";

/** The types a configuration's value can have. */
export const dataTypes = ["STRING", "BOOLEAN", "NUMBER"] as const;

export type DataType = (typeof dataTypes)[number];

/** A configuration's value. */
export type ConfigValue = string | number | boolean;

/** Converts a value when its type changes. */
export function convertValue(value: ConfigValue, to: DataType): ConfigValue {
  if (to === "BOOLEAN") return false;
  if (to === "STRING") return String(value);
  const number = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : 0;
}

export function isOfType(value: ConfigValue, type: DataType): boolean {
  if (type === "NUMBER") return typeof value === "number" && Number.isFinite(value);
  return typeof value === type.toLowerCase();
}

/** Accepts whole numbers in a range. */
export const wholeNumber = (min: number, max: number) => (value: ConfigValue) =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max
    ? undefined
    : `Must be a whole number from ${min} to ${max}`;

/** Accepts numbers in a range. */
export const numberFrom = (min: number, max: number) => (value: ConfigValue) =>
  typeof value === "number" && value >= min && value <= max ? undefined : `Must be a number from ${min} to ${max}`;

/** Accepts full URLs, and an empty text. */
export const webAddress = (example: string) => (value: ConfigValue) => {
  const text = String(value);
  const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  return text === "" || isWeb ? undefined : `Must be a full URL such as ${example}`;
};

/** Accepts IANA time zones. */
export const timeZone = (value: ConfigValue) =>
  isTimeZone(String(value)) ? undefined : "Must be a time zone such as Asia/Kolkata";

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A setting that the server reads: always present, with a description and validation. */
export interface RequiredConfig {
  readonly scope: ConfigScope;
  readonly dataType: DataType;
  readonly initial: ConfigValue;
  readonly description: string;
  /** Whether the value is the address of another system, which must be in integrationNetworks. */
  readonly isIntegrationUrl?: boolean;
  /** The error of a value; undefined if it is valid. */
  readonly check: (value: ConfigValue) => string | undefined;
}
