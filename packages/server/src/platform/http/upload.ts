import { finished, type Readable } from "node:stream";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Upload } from "./call.ts";
import { Refusal, refuse } from "./refusal.ts";

// Boundaries and headers around the file.
const wrapping = 10_000;
const longestSilenceMs = 20_000;

/** Endpoints that take a file read the body themselves, once they know who sends it. */
export function skipBodyParsing(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _body, done) => done(null));
}

/** The file in the named field of a multipart body: read as it arrives, never held in memory. */
export async function openUpload(request: FastifyRequest, reply: FastifyReply, field: string): Promise<Upload> {
  const limit = request.routeOptions.bodyLimit;
  const { raw } = request;
  // Whatever is left of the body when the answer is sent still has to arrive, or the sender never reads the answer.
  reply.raw.once("close", () => raw.resume());
  if (Number(request.headers["content-length"]) > limit + wrapping) throw refuse("request/too-large");
  const parser = parserFor(request, field, limit);
  const begun = Promise.withResolvers<Upload>();
  const whole = Promise.withResolvers<void>();
  whole.promise.catch(() => {});
  let file: Readable | undefined;

  function stop(refusal: Refusal): void {
    raw.unpipe(parser);
    raw.resume();
    begun.reject(refusal);
    whole.reject(refusal);
    file?.destroy(refusal);
  }

  const unknown = (name: string) => stop(faultOf(name, "Is not a known field"));
  parser.on("field", (name) => unknown(name));
  parser.on("file", (name, stream, filename) => {
    stream.on("error", () => {}); // the reader hears of it
    if (name !== field || file) return unknown(name);
    file = stream;
    stream.once("limit", () => stop(refuse("request/too-large")));
    begun.resolve({
      filename: (filename ?? "").replaceAll(/\p{C}/gu, ""),
      bytes: bytesOf(stream, whole.promise, stop),
    });
  });
  parser.on("error", () => stop(incomplete()));
  parser.on("finish", () => {
    begun.reject(faultOf(field, "Required"));
    whole.resolve();
  });
  finished(raw, (error) => {
    if (error) stop(error instanceof Refusal ? error : incomplete());
  });
  raw.pipe(parser);
  return begun.promise;
}

const incomplete = () => refuse("request/invalid", { message: "The upload broke off" });

function faultOf(path: string, message: string): Refusal {
  return refuse("request/invalid", { message: `${path}: ${message}`, errors: [{ path, message }] });
}

function parserFor(request: FastifyRequest, field: string, limit: number): BusboyInstance {
  try {
    return new Busboy({ headers: request.headers as BusboyHeaders, limits: { fileSize: limit } });
  } catch {
    throw faultOf(field, "Send the file as multipart/form-data");
  }
}

async function* bytesOf(
  file: Readable,
  whole: Promise<void>,
  stop: (refusal: Refusal) => void,
): AsyncGenerator<Uint8Array> {
  const listen = () => setTimeout(() => stop(incomplete()), longestSilenceMs);
  let silence = listen();
  try {
    for await (const chunk of file) {
      clearTimeout(silence);
      yield chunk;
      silence = listen();
    }
    await whole;
  } finally {
    clearTimeout(silence);
  }
}
