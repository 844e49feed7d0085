import { assertFound } from "../assert-found.ts";
/** Characters of plates that cameras confuse with each other. */
export const confusableGroups = ["0ODQ", "1I", "2Z", "5S", "8B", "6G"] as const;

const groupOf = new Map<string, string>(
  confusableGroups.flatMap((group) => [...group].map((character) => [character, group] as const)),
);

/** The other characters that one can be confused with. */
export const confusableWith = (character: string): string[] =>
  [...(groupOf.get(character) ?? "")].filter((other) => other !== character);

/** Whether two different characters can be confused. */
const isConfusable = (one: string, other: string): boolean => confusableWith(one).includes(other);

/** The positions at which two normalised plates of the same length differ; undefined if the lengths differ. */
export function differences(
  one: string,
  other: string,
): { position: number; one: string; other: string }[] | undefined {
  const [left, right] = [Array.from(one), Array.from(other)];
  if (left.length !== right.length) return undefined;
  return left.flatMap((character, position) => {
    const opposite = assertFound(right[position], "plates of different lengths");
    return character === opposite ? [] : [{ position, one: character, other: opposite }];
  });
}

/** Whether two normalised plates differ in exactly one character, which can be confused. */
export function isLookAlike(one: string, other: string): boolean {
  const differing = differences(one, other);
  return differing?.length === 1 && differing.every((place) => isConfusable(place.one, place.other));
}

/** Plates that differ in more characters are different vehicles, not misreads. */
export const maxMisreadCharacters = 2;

/**
 * Whether one normalised plate is probably a misread of the other: a few characters differ, and each pair looks alike
 * or was seen to be confused by the camera.
 */
export function isMisread(
  read: string,
  actual: string,
  confusions: readonly { readonly read: string; readonly actual: string }[] = [],
): boolean {
  const differing = differences(read, actual);
  return (
    differing !== undefined &&
    differing.length > 0 &&
    differing.length <= maxMisreadCharacters &&
    differing.every(
      ({ one, other }) =>
        isConfusable(one, other) || confusions.some((known) => known.read === one && known.actual === other),
    )
  );
}

/** Whether one normalised plate is the other with the first or last character cut off. */
export const isCutOff = (one: string, other: string): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.length === short.length + 1 && (long.startsWith(short) || long.endsWith(short));
};
