import { assertFound } from "../assert-found.ts";
import { normalizeIdentifier } from "./identifier-text.ts";

/** Longer texts are tags. */
const longestPlate = 12;
const runs = /\p{N}+|\P{N}+/gu;

const indianState =
  "(AN|AP|AR|AS|BR|CG|CH|DD|DL|DN|GA|GJ|HP|HR|JH|JK|KA|KL|LA|LD|MH|ML|MN|MP|MZ|NL|OD|OR|PB|PY|RJ|SK|TG|TN|TR|TS|UA|UK|UP|WB)";
/** State, district, series, number; the groups that are written apart. */
const indianPlates: readonly RegExp[] = [
  // In Delhi, the letter of the vehicle's category belongs to a district of one digit: DL 8C SJ 2134.
  /^(DL)(\d[A-Z])([A-Z]{0,2})(\d{1,4})$/,
  new RegExp(`^${indianState}(\\d{1,2})([A-Z]{0,3})(\\d{1,4})$`),
  // A misread of the usual form: MH 12 A8 1234.
  new RegExp(`^${indianState}([\\dA-Z]\\d|\\d[\\dA-Z])([\\dA-Z]{2})([\\dA-Z]{4})$`),
];

/**
 * The display groups of a plate or tag. They depend on nothing but the form that matching compares, so that a plate
 * looks the same wherever and however it was written: Indian plates as usual there, other plates at each change between
 * letters and digits, long tags every four characters.
 */
export function plateGroups(text: string): string[] {
  const whole = normalizeIdentifier(text);
  if (whole.length > longestPlate) return assertFound(whole.match(/.{1,4}/gu), "a long plate without characters");
  for (const plate of indianPlates) {
    const [, ...groups] = plate.exec(whole) ?? [];
    if (groups.length > 0) return groups.filter((group) => group !== "");
  }
  return whole.match(runs) ?? [];
}

/** A plate or tag in a sentence. */
export const formatPlate = (text: string): string => plateGroups(text).join(" ");
