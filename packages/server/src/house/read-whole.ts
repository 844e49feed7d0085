import { buffer } from "node:stream/consumers";
import type { ImageStore } from "./image-store.ts";

/** The bytes of a stored image; undefined if it is deleted or images aren't stored. */
export async function readWhole(store: ImageStore | undefined, name: string): Promise<Buffer | undefined> {
  const stream = await store?.read(name, "whole");
  return stream && buffer(stream);
}
