/** The types a configuration's value can have. */
export const dataTypes = ["STRING", "BOOLEAN", "NUMBER"] as const;

/** One of the value types. */
export type DataType = (typeof dataTypes)[number];

/** A configuration's value. */
export type ConfigValue = string | number | boolean;

/** CFG-3: converts a value when its type changes. */
export function convertValue(value: ConfigValue, to: DataType): ConfigValue {
  if (to === "BOOLEAN") return false;
  if (to === "STRING") return String(value);
  const number = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : 0;
}

/** Whether a value has a type. */
export function isOfType(value: ConfigValue, type: DataType): boolean {
  if (type === "NUMBER") return typeof value === "number" && Number.isFinite(value);
  return typeof value === type.toLowerCase();
}
