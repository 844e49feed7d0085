const separators = /[^\p{L}\p{N}]+/u;
const runs = /\p{L}+|\p{N}+/gu;

/**
 * Splits a plate or tag into display groups of upper-case letters and digits: at its separators; without separators
 * between letters and digits; long tags every four characters.
 */
export function plateGroups(text: string): string[] {
  const written = text.normalize("NFKC").toUpperCase().split(separators).filter(Boolean);
  const [whole = "", ...others] = written;
  if (others.length > 0) return written;
  return whole.length > longestPlate ? (whole.match(/.{1,4}/gu) ?? []) : (whole.match(runs) ?? []);
}

const longestPlate = 12;
