import { maxReasonLength } from "./reason-length.ts";
import { requiredText } from "./text.ts";

/** The reason that a person gives for what they do. */
export const reason = requiredText(maxReasonLength, "Enter a reason");
