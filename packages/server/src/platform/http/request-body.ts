import type { Endpoint } from "@gatehouse/contract/endpoint";
import { type Problem, validate } from "@gatehouse/contract/validation";
import { toContractWords } from "@gatehouse/contract/wording";
import { echoedRecord, separateEchoed } from "./echoed-fields.ts";
import { slotSchema } from "./slot-schema.ts";

type Row = Record<string, unknown>;

/** A validated body, or its problems. */
export interface ReadBody {
  readonly body: unknown;
  /** The fields of the response that the body repeated although its schema doesn't have them. */
  readonly echoed: Row;
  readonly problems: readonly Problem[];
}

/** A body in the documents' shape, converted to the endpoint's. */
export const reshapeBody = ({ reshape }: Endpoint, sent: unknown): unknown =>
  reshape && isObject(sent) ? reshape(sent) : sent;

/** Validates a body. With a stored record, its values are used for locked fields that the body lacks. */
export function readBody(endpoint: Endpoint, sent: unknown, stored?: Readonly<Row>): ReadBody {
  if (!endpoint.body) return { body: undefined, echoed: {}, problems: [] };
  const complete = stored && isObject(sent) ? withLocked(sent, endpoint.locked ?? [], stored) : sent;
  const strict = attempt(endpoint, complete);
  // Most callers use the contract's words; only the others need the conversion. The bulk calls are in no document, and
  // converting ten thousand rows would block the server for a second.
  return strict.problems.length === 0 || endpoint.access === "integration"
    ? strict
    : attempt(endpoint, toContractWords(slotSchema(endpoint.body), complete));
}

function attempt(endpoint: Endpoint, input: unknown): ReadBody {
  const { body: schema } = endpoint;
  if (!schema) return { body: undefined, echoed: {}, problems: [] };
  const record = echoedRecord(endpoint);
  const { own, echoed } = record ? separateEchoed(schema, record, input) : { own: input, echoed: {} };
  const { value, problems } = validate(slotSchema(schema), own);
  return { body: value, echoed, problems };
}

/** Adds the stored values of locked fields that the body lacks. A path names at most one object around a field. */
function withLocked(sent: Row, locked: readonly string[], stored: Readonly<Row>): Row {
  const complete = { ...sent };
  for (const path of locked) {
    const [name = "", inner] = path.split(".");
    const [given, known] = [complete[name], stored[name]];
    if (inner === undefined) complete[name] = isAbsent(given) ? known : given;
    else if (isObject(given) && isObject(known) && isAbsent(given[inner]))
      complete[name] = { ...given, [inner]: known[inner] };
  }
  return complete;
}

const isAbsent = (value: unknown) => value === undefined || value === null || value === "";

const isObject = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
