import { accessMessages } from "@gatehouse/contract/entities/access/access.messages";
import type { ruleDraft } from "@gatehouse/contract/entities/access/rule";
import { whyNoEffect } from "@gatehouse/contract/entities/access/rule-sentence";
import type * as z from "zod";
import { errorText } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import type { Values } from "../../forms/field.ts";
import type { Review } from "../../forms/resource.ts";

/** RULE-9: tests a rule on past events before it is saved, and says so if it changes nothing. */
export async function reviewRule(body: Values, id: number | undefined): Promise<Review | null> {
  const { confirmation: _, ...draft } = body as z.output<typeof ruleDraft>;
  if (draft.mode === "off") return null;
  const found = await call("POST /access/rules/effect", { body: { ...draft, ...(id !== undefined && { id }) } }).catch(
    (error: unknown) => errorText(error, accessMessages["POST /access/rules/effect"].failure),
  );
  if (typeof found === "string") return { text: found };
  const text = whyNoEffect(draft.effect, found);
  if (text === null) return null;
  const hasTimes = draft.scheduleId !== null || draft.validFrom !== null || draft.validTo !== null;
  // An exit is not closed by accident.
  const isRestricting = draft.effect === "allow" && draft.direction !== "X" && hasTimes;
  const isAllowed = found.decidedBy[0]?.isGranted ?? found.broader.some(({ effect }) => effect === "allow");
  if (!isRestricting || !isAllowed) return { text };
  return { text, change: { label: "Only at these times", values: { effect: "deny", times: "outside" } } };
}
