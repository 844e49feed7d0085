import * as z from "zod";
import { atLeast } from "../../fields/number.ts";
import { recordId, version } from "../../fields/record.ts";
import { requiredText } from "../../fields/text.ts";

/** RULE-2, RULE-5: the input for an area. Without a capacity it is never full; a capacity of 0 admits no vehicles. */
export const areaDraft = z.strictObject({
  name: requiredText(),
  parentId: recordId.nullable().default(null),
  capacity: atLeast(0).nullable().default(null),
});

/** An area as the server returns it. */
export const area = areaDraft.extend({ id: recordId, version });
area.register(z.globalRegistry, { id: "AccessArea", description: "An area with its capacity" });

/** A stored area. */
export type Area = z.output<typeof area>;
