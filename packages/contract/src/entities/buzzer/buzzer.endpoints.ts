import { crud, patchOf } from "../../crud.ts";
import { testEndpoint } from "../../test-endpoint.ts";
import { buzzer, buzzerDraft } from "./buzzer.schema.ts";

/** The endpoints of buzzers. */
export const buzzerEndpoints = crud({
  tag: "Buzzers",
  noun: "buzzer",
  permissions: { read: "view", write: "devices", gates: "buzzers" },
  path: "/buzzers",
  list: { path: "/buzzers" },
  change: { PATCH: patchOf(buzzerDraft) },
  record: buzzer,
  draft: buzzerDraft,
});

/** "Test" on a buzzer: it sounds once. */
export const buzzerTestEndpoints = {
  "POST /buzzers/{id}/test": testEndpoint("Buzzers", "Sound the buzzer once", "buzzers"),
} as const;
