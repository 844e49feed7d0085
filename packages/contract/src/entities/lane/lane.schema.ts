import * as z from "zod";
import { recordId, version } from "../../fields/record.ts";
import { requiredNumber } from "../../fields/required.ts";
import { requiredText } from "../../fields/text.ts";

const fastest = 500;
const speedLimit = z
  .number(requiredNumber("Must be a number"))
  .positive("Should be positive")
  .max(fastest, `Must be at most ${fastest} kmph`);

/** LANE-1: what a person enters for a lane; speeds in kmph. */
export const laneDraft = z.strictObject({
  name: requiredText(),
  speedLimit2w: speedLimit,
  speedLimit4w: speedLimit,
});

/** A lane as the server answers it. */
export const lane = laneDraft.extend({ id: recordId, version });

/** A stored lane. */
export type Lane = z.output<typeof lane>;
