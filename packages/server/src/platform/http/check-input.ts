import type { Endpoint, Slot } from "@gatehouse/contract/endpoint";
import { type Problem, validate } from "@gatehouse/contract/validation";
import type { FastifyRequest } from "fastify";
import type { AnyCall } from "./call.ts";
import { separateEchoed } from "./echoed-fields.ts";
import { refuse } from "./refusal.ts";
import { slotSchema } from "./slot-schema.ts";

type Row = Record<string, unknown>;
type CheckedParts = Pick<AnyCall, "params" | "query" | "body" | "headers" | "echoed">;

/** Parses every part of a request that the endpoint declares. */
export function checkInput(endpoint: Endpoint, request: FastifyRequest): CheckedParts {
  const params = parse(endpoint.params, request.params);
  // WIRE-4: an invalid path parameter can't match any record.
  if (params.problems.length > 0) throw refuse("record/not-found", messageOf(params.problems));
  const query = parse(endpoint.query, withoutEmpty(request.query));
  const { own, echoed } = separate(endpoint, request.body ?? {});
  const body = parse(endpoint.body, own);
  const headers = parse(endpoint.headers, request.headers);
  const problems = [...headers.problems, ...query.problems, ...body.problems];
  if (problems.length > 0) throw refuse("request/invalid", { ...messageOf(problems), errors: problems });
  return { params: params.value, query: query.value, body: body.value, headers: headers.value, echoed } as CheckedParts;
}

/** WIRE-8: an empty filter is the same as none. */
function withoutEmpty(query: unknown): Row {
  return Object.fromEntries(
    Object.entries(query as Row).filter(([, value]) => typeof value !== "string" || value.trim() !== ""),
  );
}

function separate({ body, answer, roundTrip }: Endpoint, input: unknown): { own: unknown; echoed: Row } {
  return body && answer && roundTrip ? separateEchoed(body, answer, input) : { own: input, echoed: {} };
}

/** Validates a body that the server assembled itself. */
export function checkBody(slot: Slot, input: unknown): Record<string, unknown> {
  const { value, problems } = parse(slot, input);
  if (problems.length > 0) throw refuse("request/invalid", { ...messageOf(problems), errors: problems });
  return value as Record<string, unknown>;
}

function messageOf(problems: readonly Problem[]): { message: string | string[] } {
  const messages = problems.map(({ path, message }) =>
    path === "" || isSentence(message) ? message : `${path}: ${message}`,
  );
  return { message: messages.length === 1 ? (messages[0] ?? "") : messages };
}

/** A message that already names its subject needs no path before it. */
function isSentence(message: string): boolean {
  return message.startsWith("Unknown ");
}

function parse(slot: Slot | undefined, input: unknown): { value: unknown; problems: Problem[] } {
  return slot ? validate(slotSchema(slot), input) : { value: undefined, problems: [] };
}
