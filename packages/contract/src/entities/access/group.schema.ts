import * as z from "zod";
import { recordId, version } from "../../fields/record.ts";
import { requiredText } from "../../fields/text.ts";

/** RULE-2: the input for a group of identifiers. */
export const groupDraft = z.strictObject({
  // A CSV file separates the groups of an identifier by semicolons.
  name: requiredText().refine((name) => !name.includes(";"), "Must not contain a semicolon"),
});

/** A group as the server returns it. */
export const group = groupDraft.extend({ id: recordId, version });
group.register(z.globalRegistry, { id: "AccessGroup", description: "A group of vehicles" });

/** A stored group. */
export type Group = z.output<typeof group>;
