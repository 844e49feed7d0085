import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { Download } from "./call.ts";

const longestSilenceMs = 60_000;

/** Sends a file as it is made, no faster than the caller takes it, and stops making it when the caller goes away. */
export async function sendDownload(
  reply: FastifyReply,
  contentType: string,
  { filename, content }: Download,
): Promise<FastifyReply> {
  const chunks = content[Symbol.asyncIterator]();
  // Whatever goes wrong before the first chunk is still answered as an error; after it, only a cut connection can tell.
  const first = await chunks.next();
  reply
    .type(`${contentType}; charset=utf-8`)
    .header("content-disposition", `attachment; filename="${filename.replaceAll(/[^\w.-]+/g, "-")}"`);
  // Who stops reading without going away would keep a connection to the database for good.
  reply.raw.setTimeout(longestSilenceMs, () => reply.raw.destroy());
  return reply.send(Readable.from(resumed(first, chunks), { objectMode: false }));
}

async function* resumed(first: IteratorResult<string>, rest: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
