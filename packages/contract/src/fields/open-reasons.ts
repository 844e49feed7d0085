/** The number keys choose a reason. */
const maxReasons = 9;
const maxReasonLength = 60;

/** OPS-3: the reasons for opening a gate that the station offers. */
export const toOpenReasons = (text: string): string[] =>
  text
    .split(",")
    .map((reason) => reason.trim())
    .filter((reason) => reason !== "");

/** The fault of a list of reasons; undefined if it is valid. */
export function openReasonsFault(text: string): string | undefined {
  const reasons = toOpenReasons(text);
  if (reasons.length > maxReasons) return `At most ${maxReasons} reasons`;
  if (reasons.some(({ length }) => length > maxReasonLength)) return `At most ${maxReasonLength} characters each`;
  return undefined;
}
