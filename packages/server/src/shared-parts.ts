import { type Field, openField } from "./hardware/command-sender.ts";
import { type ImageIntake, openImageIntake } from "./images/image-intake.ts";
import { type ImageStore, openImageStore } from "./images/image-store.ts";
import type { Services } from "./platform/services.ts";
import { openSiteFacts, type SiteFacts } from "./site/site-cache.ts";

/** What ingest, the calls and the loops share. */
export interface LiveParts {
  readonly facts: SiteFacts;
  readonly field: Field;
  readonly images: { readonly store: ImageStore; readonly intake: ImageIntake } | null;
  /** SAFE-5: the time in which a push is stored or refused, where it is not the usual one. */
  readonly answerPushWithinMs?: number;
}

/** Opens them; without a folder for pictures none are kept. */
export function openLiveParts(services: Services, imageFolder: string | null): LiveParts {
  const facts = openSiteFacts(services);
  const store = imageFolder === null ? null : openImageStore(imageFolder);
  return {
    facts,
    field: openField(services, facts),
    images: store && { store, intake: openImageIntake(services, store) },
  };
}
