import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { isDatabaseUnavailable } from "../database/unavailable.ts";
import { Refusal, refuse } from "./refusal.ts";

const byFastifyCode: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: refuse("request/too-large"),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: refuse("request/unsupported-type"),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: refuse("request/invalid"),
  FST_ERR_CTP_INVALID_JSON_BODY: refuse("request/bad-json"),
};

// PostgreSQL can't store the character U+0000 in a text.
const textCodes = /^(22021|22P05)$/;

const retryAfterSeconds = 5;

/** Turns every error into a response; internal details go to the log only. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => sendRefusal(refuse("route/unknown"), reply));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status } = toRefusal(error);
    if (status >= 500) request.log.error({ error }, STATUS_CODES[status]);
    return sendError(error, reply);
  });
}

/** WIRE-6: sends an error in the shape that all errors have. */
export const sendError = (error: FastifyError, reply: FastifyReply): FastifyReply =>
  sendRefusal(toRefusal(error), reply);

/** OPSYS-3: the id of the request leads from the error that a person sees to the lines in the log. */
function sendRefusal(refusal: Refusal, reply: FastifyReply): FastifyReply {
  if (refusal.details.retryAfterSeconds) reply.header("retry-after", refusal.details.retryAfterSeconds);
  return reply.code(refusal.status).send({ ...refusal.body, requestId: reply.request.id });
}

function toRefusal(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error;
  const known = byFastifyCode[error.code];
  if (known) return known;
  if (textCodes.test(error.code ?? ""))
    return refuse("request/invalid", { message: "A text contains the character U+0000" });
  if (isDatabaseUnavailable(error)) {
    return refuse("server/unavailable", { retryAfterSeconds });
  }
  return error.statusCode && error.statusCode < 500 ? refuse("request/invalid") : refuse("server/unexpected");
}
