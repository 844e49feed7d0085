/** RULE-10: characters of plates that cameras confuse with each other. */
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
    const opposite = right[position] ?? "";
    return character === opposite ? [] : [{ position, one: character, other: opposite }];
  });
}

/** RULE-10: whether two normalised plates differ in exactly one character, which can be confused. */
export function isLookAlike(one: string, other: string): boolean {
  const differing = differences(one, other);
  return differing?.length === 1 && differing.every((place) => isConfusable(place.one, place.other));
}
