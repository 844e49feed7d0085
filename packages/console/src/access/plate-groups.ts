const separators = /[^\p{L}\p{N}]+/u;
const runs = /\p{L}+|\p{N}+/gu;

/**
 * The parts that a plate or a tag is drawn in, upper case, letters and digits only: as it was written, or where it was
 * written in one piece, letters apart from digits; long numbers such as tags in fours.
 */
export function plateGroups(text: string): string[] {
  const written = text.normalize("NFKC").toUpperCase().split(separators).filter(Boolean);
  const [whole = "", ...others] = written;
  if (others.length > 0) return written;
  return whole.length > longestPlate ? (whole.match(/.{1,4}/gu) ?? []) : (whole.match(runs) ?? []);
}

const longestPlate = 12;
