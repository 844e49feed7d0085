import type { ConfigValue } from "./config-value.ts";

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
