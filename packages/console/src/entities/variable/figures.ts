const figures = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 6 });

/** A number as it is shown: 1,204 or −3. */
export const figure = (number: number): string => figures.format(number).replace("-", "−");

/** What something adds or takes: +1 or −1. */
export const signedFigure = (number: number): string => `${number > 0 ? "+" : ""}${figure(number)}`;
