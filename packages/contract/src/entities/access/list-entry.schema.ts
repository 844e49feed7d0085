import * as z from "zod";
import { identifierTypes } from "../../fields/identifier.ts";
import {
  characterFault,
  maxIdentifierLength,
  noLetterOrDigit,
  normalizeIdentifier,
} from "../../fields/identifier-text.ts";
import { recordId, version } from "../../fields/record.ts";
import { requiredChoice } from "../../fields/required.ts";
import { requiredText } from "../../fields/text.ts";
import { instant, sentTime } from "../../fields/time.ts";
import { accessListKinds } from "./list-kinds.ts";

/** RULE-3: the input for an entry of the deny or watch list. */
export const listEntryDraft = z
  .strictObject({
    kind: z.enum(accessListKinds, requiredChoice),
    type: z.enum(identifierTypes, requiredChoice),
    iid: requiredText(maxIdentifierLength).refine(
      (text) => text === "" || normalizeIdentifier(text) !== "",
      noLetterOrDigit,
    ),
    reason: requiredText(),
    /** Null: until it is deleted. */
    until: z.union([sentTime, z.null()]).default(null),
  })
  .check(({ value, issues }) => {
    const message = characterFault(value.type, value.iid);
    if (message) issues.push({ code: "custom", path: ["iid"], input: value.iid, message });
  });

/** An entry as the server returns it. */
export const listEntry = z.object({
  id: recordId,
  version,
  kind: z.enum(accessListKinds),
  type: z.enum(identifierTypes),
  iid: z.string(),
  reason: z.string(),
  until: instant.nullable(),
});
listEntry.register(z.globalRegistry, { id: "AccessListEntry", description: "An entry of a deny, watch or allow list" });

/** A stored entry. */
export type ListEntry = z.output<typeof listEntry>;
