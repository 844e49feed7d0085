import { isDeepStrictEqual } from "node:util";
import { observedFields } from "@gatehouse/contract/fields/observed";
import { httpError } from "../http/http-error.ts";

type Row = Record<string, unknown>;

/**
 * Rejects fields of a response that were sent back with another value than in any of the given records.
 * The version is compared like If-Match, and observed fields may have changed since the caller read them,
 * the names of other records among them.
 */
export function rejectChangedEchoes(echoed: Row, ...records: readonly Row[]): void {
  const errors = Object.entries(echoed)
    .filter(([name]) => name !== "version" && !observedFields.has(name))
    .filter(([name, value]) => !records.some((record) => repeats(value, asJson(record[name]))))
    .map(([path]) => ({ path, message: "Cannot be changed" }));
  if (errors.length === 0) return;
  throw httpError("request/invalid", { message: errors.map(({ path, message }) => `${path}: ${message}`), errors });
}

/** The same for a record that was sent back to create another: ids differ. */
export function rejectChangedCopy(echoed: Row, created: Row): void {
  rejectChangedEchoes(withoutIds(echoed) as Row, created);
}

/** Whether a sent value equals the stored one. Null and an empty text are the same; an object may have only some of its fields. */
function repeats(sent: unknown, stored: unknown): boolean {
  if (isEmpty(sent) && isEmpty(stored)) return true;
  if (!isObject(sent) || !isObject(stored)) {
    return Array.isArray(sent) && Array.isArray(stored)
      ? sent.length === stored.length && sent.every((entry, index) => repeats(entry, stored[index]))
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
