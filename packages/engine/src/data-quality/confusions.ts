import { confusableWith, differences, maxMisreadCharacters } from "@gatehouse/contract/fields/confusable";

/** A character that was read instead of the actual one. */
export interface Confusion {
  readonly read: string;
  readonly actual: string;
}

/** A confusion of one camera and how often it was observed. */
export interface LearnedConfusion extends Confusion {
  readonly count: number;
}

/** A confusion must be observed this often before it is used for suggestions. */
const minObservations = 2;

const maxCandidates = 300;

/** The confusions that a misread plate shows; empty if it is correct, or too different to be a misread. */
export function findConfusions(read: string, actual: string): Confusion[] {
  const differing = differences(read, actual);
  if (!differing || differing.length > maxMisreadCharacters) return [];
  return differing.map((place) => ({ read: place.one, actual: place.other }));
}

/** A plate that a misread one may stand for, with the confusions that explain it. */
export interface SuggestedPlate {
  readonly plate: string;
  readonly confusions: readonly LearnedConfusion[];
  /** Whether all of its confusions were observed; otherwise the characters only look alike. */
  readonly isLearned: boolean;
  /** How often the least observed of its confusions was observed. */
  readonly weight: number;
}

/**
 * The plates that a camera may have misread as this one, the most likely first. Observed confusions may
 * occur twice in a plate; characters that only look alike are replaced one at a time.
 */
export function suggestPlates(read: string, learned: readonly LearnedConfusion[]): SuggestedPlate[] {
  const characters = Array.from(read);
  const known = learned.filter(({ count, read: one, actual }) => count >= minObservations && one !== actual);
  const single = characters.flatMap((character, position) =>
    known.filter((confusion) => confusion.read === character).map((confusion) => ({ position, confusion })),
  );
  const pairs = single.flatMap((one, index) =>
    single.slice(index + 1).flatMap((other) => (one.position === other.position ? [] : [[one, other]])),
  );
  const alike = characters.flatMap((character, position) =>
    confusableWith(character).map((actual) => ({ position, confusion: { read: character, actual, count: 0 } })),
  );
  const found = new Map<string, SuggestedPlate>();
  for (const places of [...single.map((one) => [one]), ...pairs, ...alike.map((one) => [one])]) {
    const suggested = toSuggestion(characters, places);
    if (!found.has(suggested.plate)) found.set(suggested.plate, suggested);
  }
  return [...found.values()].sort(byLikelihood).slice(0, maxCandidates);
}

type Place = { readonly position: number; readonly confusion: LearnedConfusion };

function toSuggestion(characters: readonly string[], places: readonly Place[]): SuggestedPlate {
  const actual = new Map(places.map(({ position, confusion }) => [position, confusion.actual]));
  const weight = Math.min(...places.map(({ confusion }) => confusion.count));
  return {
    plate: characters.map((character, position) => actual.get(position) ?? character).join(""),
    confusions: places.map(({ confusion }) => confusion),
    isLearned: weight > 0,
    weight,
  };
}

const byLikelihood = (one: SuggestedPlate, other: SuggestedPlate) =>
  Number(other.isLearned) - Number(one.isLearned) ||
  one.confusions.length - other.confusions.length ||
  other.weight - one.weight;

/** Why a plate is suggested, as a sentence. */
export function suggestionReason({ confusions }: Pick<SuggestedPlate, "confusions">): string {
  const distinct = new Map(confusions.map((confusion) => [`${confusion.read} ${confusion.actual}`, confusion]));
  return [...distinct.values()]
    .map(({ read, actual, count }) =>
      count > 0
        ? `This camera has read ${read} instead of ${actual} ${count} times`
        : `${read} and ${actual} look alike`,
    )
    .join("; ");
}
