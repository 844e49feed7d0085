import { isDeepStrictEqual } from "node:util";
import { observedFields } from "@gatehouse/contract/fields/observed";
import { refuse } from "../http/refusal.ts";

type Row = Record<string, unknown>;

/**
 * Refuses fields of a response that were sent back with another value than in any of the given records.
 * The version is compared like If-Match, and observed fields may have changed since the caller read them,
 * the names of other records among them.
 */
export function refuseChangedEchoes(echoed: Row, ...records: readonly Row[]): void {
  const errors = Object.entries(echoed)
    .filter(([name]) => name !== "version" && !observedFields.has(name))
    .filter(([name, value]) => !records.some((record) => repeats(value, asJson(record[name]))))
    .map(([path]) => ({ path, message: "Cannot be changed" }));
  if (errors.length === 0) return;
  throw refuse("request/invalid", { message: errors.map(({ path, message }) => `${path}: ${message}`), errors });
}

/** The same for a record that was sent back to create another: ids differ. */
export function refuseChangedCopy(echoed: Row, created: Row): void {
  refuseChangedEchoes(withoutIds(echoed) as Row, created);
}

/** Whether a sent value equals the stored one. Null and an empty text are the same; an object may have only some of its fields. */
function repeats(sent: unknown, stored: unknown): boolean {
  if (isEmpty(sent) && isEmpty(stored)) return true;
  if (!isObject(sent) || !isObject(stored)) {
    return Array.isArray(sent) && Array.isArray(stored)
      ? sent.length === stored.length && sent.every((entry, place) => repeats(entry, stored[place]))
      : isDeepStrictEqual(sent, stored);
  }
  return Object.entries(sent).every(([name, value]) => observedFields.has(name) || repeats(value, stored[name]));
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";

const isObject = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (!isObject(value)) return value;
  const others = Object.entries(value).filter(([name]) => name !== "id");
  return Object.fromEntries(others.map(([name, entry]) => [name, withoutIds(entry)]));
}

const asJson = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
