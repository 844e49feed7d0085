import type { Endpoint, Schema } from "@gatehouse/contract/endpoint";
import type { FieldError } from "@gatehouse/contract/validation";
import type { FastifyRequest } from "fastify";
import type { AnyCall } from "./call.ts";
import { httpError } from "./http-error.ts";
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
  if (params.errors.length > 0) throw httpError("record/not-found", messageOf(params.errors));
  const body = readBody();
  // An update that lacks locked fields can't be validated before the record is loaded.
  const isComplete = body.errors.length === 0 || endpoint.locked === undefined;
  rejectErrors([...headers.errors, ...query.errors, ...(isComplete ? body.errors : [])]);
  const bodyFor = (stored: Readonly<Row>) => {
    const { value, echoed, errors } = isComplete ? body : readBody(stored);
    rejectErrors(errors);
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
export function checkRecord(draft: Schema, record: Schema, input: unknown): { fields: Row; echoed: Row } {
  const { value, echoed, errors } = readEchoing(draft, record, input);
  rejectErrors(errors);
  return { fields: value as Row, echoed };
}

function rejectErrors(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw httpError("request/invalid", { ...messageOf(errors), errors: [...errors] });
}

function messageOf(errors: readonly FieldError[]): { message: string | string[] } {
  const messages = errors.map(({ path, message }) =>
    path === "" || isSentence(message) ? message : `${path}: ${message}`,
  );
  const [message] = messages;
  return { message: messages.length === 1 && message !== undefined ? message : messages };
}

/** A message that already names its subject needs no path before it. */
function isSentence(message: string): boolean {
  return message.startsWith("Unknown ");
}
