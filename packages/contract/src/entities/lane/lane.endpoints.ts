import { crud } from "../../crud.ts";
import { lane, laneDraft } from "./lane.schema.ts";

/** The endpoints of lanes. */
export const laneEndpoints = crud({
  tag: "Lanes",
  noun: "lane",
  permissions: { read: "view", write: "devices", gates: "lanes" },
  path: "/lanes",
  list: { path: "/lanes" },
  change: { PUT: laneDraft },
  record: lane,
  draft: laneDraft,
});
