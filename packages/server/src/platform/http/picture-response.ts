import { pictureHeaders } from "@gatehouse/contract/picture-headers";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { LivePicture } from "./call.ts";

/** Sends a picture, or 304 if the caller has it already; both with its age. */
export function sendPicture(request: FastifyRequest, reply: FastifyReply, picture: LivePicture): FastifyReply {
  const { contentType, bytes, etag, ageMs, nextMs } = picture;
  reply
    .header("etag", `"${etag}"`)
    .header(pictureHeaders.ageMs, Math.round(ageMs))
    .header(pictureHeaders.nextMs, Math.round(nextMs))
    .header("cache-control", "no-store");
  if (request.headers["if-none-match"] === `"${etag}"`) return reply.code(304).send();
  return reply.type(contentType).send(bytes);
}
