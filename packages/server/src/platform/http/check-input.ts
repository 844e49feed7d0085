import type { Endpoint, Slot } from "@gatehouse/contract/endpoint";
import type { Problem } from "@gatehouse/contract/validation";
import type { FastifyRequest } from "fastify";
import type { AnyCall } from "./call.ts";
import { refuse } from "./refusal.ts";
import { readEchoing, readRequest } from "./request-wording.ts";

type Row = Record<string, unknown>;
type CheckedParts = Pick<AnyCall, "params" | "query" | "body" | "headers" | "echoed" | "bodyFor"> & {
  /** The version in the body. */
  sentVersion: unknown;
};

/** Parses every part of a request that the endpoint declares. */
export function checkInput(endpoint: Endpoint, request: FastifyRequest): CheckedParts {
  const { params, query, headers, body: readBody, version } = readRequest(endpoint, request);
  // An invalid path parameter can't match any record.
  if (params.problems.length > 0) throw refuse("record/not-found", messageOf(params.problems));
  const body = readBody();
  // An update that lacks locked fields can't be validated before the record is loaded.
  const isComplete = body.problems.length === 0 || endpoint.locked === undefined;
  refuseProblems([...headers.problems, ...query.problems, ...(isComplete ? body.problems : [])]);
  const bodyFor = (stored: Readonly<Row>) => {
    const { value, echoed, problems } = isComplete ? body : readBody(stored);
    refuseProblems(problems);
    return { body: value, echoed };
  };
  return {
    params: params.value,
    query: query.value,
    body: isComplete ? body.value : undefined,
    headers: headers.value,
    echoed: body.echoed,
    bodyFor,
    sentVersion: version,
  } as CheckedParts;
}

/** Validates a record that the server assembled of a stored one and a partial update. */
export function checkRecord(draft: Slot, record: Slot, input: unknown): { fields: Row; echoed: Row } {
  const { value, echoed, problems } = readEchoing(draft, record, input);
  refuseProblems(problems);
  return { fields: value as Row, echoed };
}

function refuseProblems(problems: readonly Problem[]): void {
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
