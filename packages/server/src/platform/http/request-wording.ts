import type { Endpoint, Schema } from "@gatehouse/contract/endpoint";
import { type FieldError, validate } from "@gatehouse/contract/validation";
import { toContractWords } from "@gatehouse/contract/wording";
import type * as z from "zod";
import { slotSchema } from "./slot-schema.ts";

type Fields = Record<string, unknown>;

/** A validated part of a request, or its errors. */
interface Read {
  readonly value: unknown;
  readonly errors: readonly FieldError[];
}

/** A validated body, or its errors. */
interface ReadBody extends Read {
  /** The fields of the response that the body repeated although its schema doesn't have them. */
  readonly echoed: Fields;
}

interface SentParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body?: unknown;
}

/** Reads a request in the words and shapes of the contract or the documents. */
export function readRequest(endpoint: Endpoint, sent: SentParts) {
  const body = reshape(endpoint, sent.body ?? {});
  return {
    params: readPart(endpoint.params, sent.params),
    query: readPart(endpoint.query, queryOf(endpoint, sent)),
    headers: readPart(endpoint.headers, sent.headers),
    /** With a stored record, its values are used for locked fields that the body lacks. */
    body: (stored?: Readonly<Fields>) => readBody(endpoint, body, stored),
    /** The version in the body. */
    version: endpoint.roundTrip && (body as Fields).version,
  };
}

/** Reads fields of a draft, mixed with fields that only the record's responses have. */
export function readEchoing(draft: Schema, record: Schema | undefined, input: unknown): ReadBody {
  const { own, echoed } = record ? separateEchoed(draft, record, input) : { own: input, echoed: {} };
  return { ...validate(slotSchema(draft), own), echoed };
}

/** The record whose other fields a body may carry. */
export const echoedRecord = ({ roundTrip, response }: Endpoint): Schema | undefined =>
  roundTrip === true ? response : roundTrip;

/** An empty filter is the same as none; a call without a body may send its filters as one. */
function queryOf({ query, body }: Endpoint, sent: SentParts): Fields {
  const names = query && !body ? Object.keys((slotSchema(query) as z.ZodObject).shape) : [];
  const inBody = Object.entries((sent.body ?? {}) as Fields).filter(([name]) => names.includes(name));
  const entries = [...inBody, ...Object.entries(sent.query as Fields)];
  return Object.fromEntries(entries.filter(([, value]) => typeof value !== "string" || value.trim() !== ""));
}

function readPart(slot: Schema | undefined, input: unknown): Read {
  if (!slot) return { value: undefined, errors: [] };
  const schema = slotSchema(slot);
  const strict = validate(schema, input);
  return strict.errors.length === 0 ? strict : validate(schema, toContractWords(schema, input));
}

/** A body in the documents' shape, converted to the endpoint's. */
const reshape = ({ reshape: toShape }: Endpoint, sent: unknown): unknown =>
  toShape && isObject(sent) ? toShape(sent) : sent;

function readBody(endpoint: Endpoint, sent: unknown, stored?: Readonly<Fields>): ReadBody {
  const { body, locked = [], access } = endpoint;
  if (!body) return { value: undefined, echoed: {}, errors: [] };
  const complete = stored && isObject(sent) ? withLocked(sent, locked, stored) : sent;
  const record = echoedRecord(endpoint);
  const strict = readEchoing(body, record, complete);
  // Most callers use the contract's words; only the others need the conversion. The bulk calls are in no document, and
  // converting ten thousand rows would block the server for a second.
  return strict.errors.length === 0 || access === "integration"
    ? strict
    : readEchoing(body, record, toContractWords(slotSchema(body), complete));
}

/** Adds the stored values of locked fields that the body lacks. A path names at most one object around a field. */
function withLocked(sent: Fields, locked: readonly string[], stored: Readonly<Fields>): Fields {
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

/** Separates an input into the fields of its schema and those that only the record's responses have. */
function separateEchoed(schema: Schema, record: Schema, input: unknown): { own: unknown; echoed: Fields } {
  const unknown = unknownFields(schema, input);
  if (unknown.size === 0) return { own: input, echoed: {} };
  const recordSchema = slotSchema(record) as z.ZodObject;
  const isEchoed = (name: string) => unknown.has(name) && Object.hasOwn(recordSchema.shape, name);
  const entries = Object.entries(input as Fields);
  const echoed = Object.fromEntries(entries.filter(([name]) => isEchoed(name)));
  return {
    own: Object.fromEntries(entries.filter(([name]) => !isEchoed(name))),
    // A synonym of the stored value is not a change.
    echoed: { ...echoed, ...(toContractWords(recordSchema, echoed) as Fields) },
  };
}

function unknownFields(schema: Schema, input: unknown): Set<string> {
  const issues = slotSchema(schema).safeParse(input).error?.issues ?? [];
  return new Set(
    issues.flatMap((issue) => (issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys : [])),
  );
}

const isAbsent = (value: unknown) => value === undefined || value === null || value === "";

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
