import * as z from "zod";
import { crud } from "../crud.ts";
import { recordId, version } from "../fields/record.ts";
import { requiredOr } from "../fields/required.ts";
import { requiredText } from "../fields/text.ts";

const maxKmph = 500;
const speedLimit = z
  .number(requiredOr("Must be a number"))
  .positive("Should be positive")
  .max(maxKmph, `Must be at most ${maxKmph} kmph`);

/** The input for a lane; speeds in kmph. */
export const laneDraft = z.strictObject({
  name: requiredText(),
  speedLimit2w: speedLimit,
  speedLimit4w: speedLimit,
});

/** A lane as the server returns it. */
export const lane = laneDraft.extend({ id: recordId, version });
lane.register(z.globalRegistry, { id: "Lane", description: "A lane with its speed limits" });

export type Lane = z.output<typeof lane>;

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
