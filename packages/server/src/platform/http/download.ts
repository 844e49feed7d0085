import { Readable } from "node:stream";
import { pictureHeaders } from "@gatehouse/contract/picture-headers";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Download, LivePicture } from "./call.ts";

type Chunk = string | Uint8Array;

const maxIdleMs = 60_000;

/** Streams a file with backpressure; stops generating it when the caller disconnects. */
export async function sendDownload(
  reply: FastifyReply,
  usualType: string,
  { filename, content, contentType = usualType }: Download,
): Promise<FastifyReply> {
  const chunks = content[Symbol.asyncIterator]();
  // An error before the first chunk gets an error response; a later one can only break the connection.
  const first = await chunks.next();
  reply
    .type(contentType.startsWith("text/") ? `${contentType}; charset=utf-8` : contentType)
    .header("content-disposition", `attachment; filename="${filename.replaceAll(/[^\w.-]+/g, "-")}"`);
  // A caller that stops reading without disconnecting would hold a database connection forever.
  reply.raw.setTimeout(maxIdleMs, () => reply.raw.destroy());
  return reply.send(Readable.from(resumed(first, chunks), { objectMode: false }));
}

async function* resumed(first: IteratorResult<Chunk>, rest: AsyncIterator<Chunk>): AsyncGenerator<Chunk> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

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
