import { requiredText } from "./text.ts";

/** The longest reason that a person gives for what they do. */
export const maxReasonLength = 200;

/** The reason that a person gives for what they do. */
export const reason = requiredText(maxReasonLength, "Enter a reason");

/** The number keys choose a reason. */
const maxReasons = 9;
const maxOpenReasonLength = 60;

/** The reasons for opening a gate that the station offers. */
export const toOpenReasons = (text: string): string[] =>
  text
    .split(",")
    .map((reason) => reason.trim())
    .filter((reason) => reason !== "");

/** The error of a list of reasons; undefined if it is valid. */
export function openReasonsError(text: string): string | undefined {
  const reasons = toOpenReasons(text);
  if (reasons.length > maxReasons) return `At most ${maxReasons} reasons`;
  if (reasons.some(({ length }) => length > maxOpenReasonLength))
    return `At most ${maxOpenReasonLength} characters each`;
  return undefined;
}
