const figures = new Intl.NumberFormat("en-GB");

/** A number with its thousands apart. */
export const numberText = (count: number): string => figures.format(count);

/** How many of something: "1,000,000 identifiers". */
export const countText = (count: number, noun: string): string =>
  `${numberText(count)} ${noun}${count === 1 ? "" : "s"}`;
