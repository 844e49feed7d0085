import { ReadableStream as NodeReadableStream } from "node:stream/web";

/** A stream for libraries, whose types are those of browsers. */
export const toWebStream = (source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> =>
  NodeReadableStream.from(source) as unknown as ReadableStream<Uint8Array>;
