import type { Endpoint, Slot } from "@gatehouse/contract/endpoint";
import { type Problem, validate } from "@gatehouse/contract/validation";
import { toContractWords } from "@gatehouse/contract/wording";
import type { FastifyRequest } from "fastify";
import type * as z from "zod";
import type { AnyCall } from "./call.ts";
import { refuse } from "./refusal.ts";
import { type ReadBody, readBody, reshapeBody } from "./request-body.ts";
import { slotSchema } from "./slot-schema.ts";

type Row = Record<string, unknown>;
type CheckedParts = Pick<AnyCall, "params" | "query" | "body" | "headers" | "echoed" | "bodyFor"> & {
  /** The version in the body. */
  sentVersion: unknown;
};

/** Parses every part of a request that the endpoint declares. */
export function checkInput(endpoint: Endpoint, request: FastifyRequest): CheckedParts {
  const params = parse(endpoint.params, request.params);
  // An invalid path parameter can't match any record.
  if (params.problems.length > 0) throw refuse("record/not-found", messageOf(params.problems));
  const sent = reshapeBody(endpoint, request.body ?? {});
  const query = parse(endpoint.query, queryOf(endpoint, request));
  const headers = parse(endpoint.headers, request.headers);
  const read = readBody(endpoint, sent);
  // An update that lacks locked fields can't be validated before the record is loaded.
  const isComplete = read.problems.length === 0 || endpoint.locked === undefined;
  refuseProblems([...headers.problems, ...query.problems, ...(isComplete ? read.problems : [])]);
  const bodyFor = (stored: Readonly<Row>) => {
    const completed = isComplete ? read : readBody(endpoint, sent, stored);
    refuseProblems(completed.problems);
    return completed;
  };
  return {
    params: params.value,
    query: query.value,
    body: isComplete ? read.body : undefined,
    headers: headers.value,
    echoed: read.echoed,
    bodyFor,
    sentVersion: endpoint.roundTrip && (sent as Row).version,
  } as CheckedParts;
}

/** An empty filter is the same as none; a call without a body may send its filters as one. */
function queryOf({ query, body }: Endpoint, request: FastifyRequest): Row {
  const names = query && !body ? Object.keys((slotSchema(query) as z.ZodObject).shape) : [];
  const inBody = Object.entries((request.body ?? {}) as Row).filter(([name]) => names.includes(name));
  const entries = [...inBody, ...Object.entries(request.query as Row)];
  return Object.fromEntries(entries.filter(([, value]) => typeof value !== "string" || value.trim() !== ""));
}

/** Validates a body that the server assembled itself. */
export function checkBody(slot: Slot, input: unknown): Record<string, unknown> {
  const { value, problems } = validate(slotSchema(slot), input);
  refuseProblems(problems);
  return value as Record<string, unknown>;
}

function refuseProblems(problems: ReadBody["problems"]): void {
  if (problems.length > 0) throw refuse("request/invalid", { ...messageOf(problems), errors: [...problems] });
}

function messageOf(problems: readonly Problem[]): { message: string | string[] } {
  const messages = problems.map(({ path, message }) =>
    path === "" || isSentence(message) ? message : `${path}: ${message}`,
  );
  const [message] = messages;
  return { message: messages.length === 1 && message !== undefined ? message : messages };
}

/** A message that already names its subject needs no path before it. */
function isSentence(message: string): boolean {
  return message.startsWith("Unknown ");
}

function parse(slot: Slot | undefined, input: unknown): { value: unknown; problems: Problem[] } {
  if (!slot) return { value: undefined, problems: [] };
  const schema = slotSchema(slot);
  const strict = validate(schema, input);
  return strict.problems.length === 0 ? strict : validate(schema, toContractWords(schema, input));
}
