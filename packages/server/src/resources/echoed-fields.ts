import { isDeepStrictEqual } from "node:util";
import { observedFields } from "@gatehouse/contract/fields/observed";
import { refuse } from "../platform/http/refusal.ts";

type Row = Record<string, unknown>;

/**
 * WIRE-7: refuses fields of a response that were sent back with another value than in any of the given records.
 * The version is compared like If-Match, and observed fields may have changed since the caller read them.
 */
export function refuseChangedEchoes(echoed: Row, ...records: readonly Row[]): void {
  const errors = Object.entries(echoed)
    .filter(([name]) => name !== "version" && !observedFields.has(name))
    .filter(([name, value]) => !records.some((record) => isDeepStrictEqual(value, asJson(record[name]))))
    .map(([path]) => ({ path, message: "Cannot be changed" }));
  if (errors.length === 0) return;
  throw refuse("request/invalid", { message: errors.map(({ path, message }) => `${path}: ${message}`), errors });
}

const asJson = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
