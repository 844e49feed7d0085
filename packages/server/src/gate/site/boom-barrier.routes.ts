import {
  type BoomBarrier,
  boomBarrier,
  boomBarrierDraft,
  boomBarrierEndpoints,
} from "@gatehouse/contract/entities/boom-barrier";
import { resource } from "../../platform/resources/resource.ts";
import { guardContactInputs } from "./input-assignments.ts";
import { prepareRelayAssignment } from "./relay-assignments.ts";

export const boomBarrierRoutes = resource<typeof boomBarrierEndpoints, BoomBarrier>(boomBarrierEndpoints, {
  table: "boom_barriers",
  record: boomBarrier,
  draft: boomBarrierDraft,
  locked: ["uid"],
  guardSaved: guardContactInputs,
  prepareSave: prepareRelayAssignment("boom_barriers"),
  constraints: { boom_barriers_uid: { path: "uid", message: "Another boom barrier has this uid" } },
});
