import { finished, type Readable } from "node:stream";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Upload } from "./call.ts";
import { HttpError, httpError } from "./http-error.ts";

// For multipart boundaries and headers around the file.
const multipartOverheadBytes = 10_000;
const maxIdleMs = 20_000;

/** Upload endpoints read the body themselves, after authentication. */
export function skipBodyParsing(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _body, done) => done(null));
}

/** Streams the file in the named field of a multipart body. */
export async function openUpload(request: FastifyRequest, reply: FastifyReply, field: string): Promise<Upload> {
  const limit = request.routeOptions.bodyLimit;
  const { raw } = request;
  // Drains the rest of the body after the response; otherwise the caller would not read the response.
  reply.raw.once("close", () => raw.resume());
  if (Number(request.headers["content-length"]) > limit + multipartOverheadBytes) throw httpError("request/too-large");
  const parser = createParser(request, field, limit);
  const started = Promise.withResolvers<Upload>();
  const finishedBody = Promise.withResolvers<void>();
  finishedBody.promise.catch(() => {});
  let file: Readable | undefined;

  function stop(error: HttpError): void {
    raw.unpipe(parser);
    raw.resume();
    started.reject(error);
    finishedBody.reject(error);
    file?.destroy(error);
  }

  const rejectField = (name: string) => stop(invalidField(name, "Is not a known field"));
  parser.on("field", (name) => rejectField(name));
  parser.on("file", (name, stream, filename) => {
    stream.on("error", () => {}); // thrown to the reader of the bytes
    if (name !== field || file) return rejectField(name);
    file = stream;
    stream.once("limit", () => stop(httpError("request/too-large")));
    started.resolve({
      filename: (filename ?? "").replaceAll(/\p{C}/gu, ""),
      bytes: readBytes(stream, finishedBody.promise, stop),
    });
  });
  parser.on("error", () => stop(incomplete()));
  parser.on("finish", () => {
    started.reject(invalidField(field, "Required"));
    finishedBody.resolve();
  });
  finished(raw, (error) => {
    if (error) stop(error instanceof HttpError ? error : incomplete());
  });
  raw.pipe(parser);
  return started.promise;
}

const incomplete = () => httpError("request/invalid", { message: "The upload is incomplete" });

function invalidField(path: string, message: string): HttpError {
  return httpError("request/invalid", { message: `${path}: ${message}`, errors: [{ path, message }] });
}

function createParser(request: FastifyRequest, field: string, limit: number): BusboyInstance {
  try {
    return new Busboy({ headers: request.headers as BusboyHeaders, limits: { fileSize: limit } });
  } catch {
    throw invalidField(field, "Send the file as multipart/form-data");
  }
}

async function* readBytes(
  file: Readable,
  finishedBody: Promise<void>,
  stop: (error: HttpError) => void,
): AsyncGenerator<Uint8Array> {
  const startTimer = () => setTimeout(() => stop(incomplete()), maxIdleMs);
  let timer = startTimer();
  try {
    for await (const chunk of file) {
      clearTimeout(timer);
      yield chunk;
      timer = startTimer();
    }
    await finishedBody;
  } finally {
    clearTimeout(timer);
  }
}
