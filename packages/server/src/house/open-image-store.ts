import type { Log } from "../platform/log.ts";
import { createS3Client, type S3Settings } from "../platform/s3/s3-client.ts";
import { createImageStore, type ImageStore } from "./image-store.ts";
import { createSharedImageStore, type SharedImageStore } from "./images/shared-image-store.ts";

/** Where images are stored: in a local folder, or in a shared store with the folder as the place where they wait. */
export interface ImagePlace {
  readonly folder: string;
  readonly s3: S3Settings | null;
}

/** An open store; `shared` is the same one if several processes share it. */
export interface OpenedImageStore {
  readonly store: ImageStore;
  readonly shared: SharedImageStore | null;
}

export function openImageStore({ folder, s3 }: ImagePlace, log: Pick<Log, "warn">): OpenedImageStore {
  const local = createImageStore(folder);
  if (s3 === null) return { store: local, shared: null };
  const shared = createSharedImageStore({ client: createS3Client(s3), local, folder, log });
  return { store: shared, shared };
}
