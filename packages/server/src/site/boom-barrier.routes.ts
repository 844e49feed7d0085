import { boomBarrierEndpoints } from "@gatehouse/contract/entities/boom-barrier/boom-barrier.endpoints";
import {
  type BoomBarrier,
  boomBarrier,
  boomBarrierDraft,
} from "@gatehouse/contract/entities/boom-barrier/boom-barrier.schema";
import { resource } from "../resources/resource.ts";
import { checkRelayOwnership } from "./relay-ownership.ts";

/** Boom barriers. */
export const boomBarrierRoutes = resource<typeof boomBarrierEndpoints, BoomBarrier>(boomBarrierEndpoints, {
  table: "boom_barriers",
  record: boomBarrier,
  draft: boomBarrierDraft,
  locked: ["uid"],
  guardSaved: (tx, id) => checkRelayOwnership(tx, { kind: "boom_barriers", id }),
  constraints: { boom_barriers_uid: { path: "uid", message: "Another boom barrier has this uid" } },
});
