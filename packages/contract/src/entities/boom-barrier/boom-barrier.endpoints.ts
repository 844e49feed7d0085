import { crud, patchOf } from "../../crud.ts";
import { testEndpoint } from "../../test-endpoint.ts";
import { boomBarrier, boomBarrierDraft } from "./boom-barrier.schema.ts";

/** The endpoints of boom barriers. */
export const boomBarrierEndpoints = crud({
  tag: "Boom barriers",
  noun: "boom barrier",
  permissions: { read: "view", write: "devices", gates: "boom_barriers" },
  path: "/boom-barriers",
  list: { path: "/boom-barriers" },
  change: { PATCH: patchOf(boomBarrierDraft) },
  record: boomBarrier,
  draft: boomBarrierDraft,
});

/** "Test" on a boom barrier: one pulse. */
export const boomBarrierTestEndpoints = {
  "POST /boom-barriers/{id}/test": testEndpoint("Boom barriers", "Pulse the barrier's relay once", "boom_barriers"),
} as const;
