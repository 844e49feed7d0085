/** The screens on which the style sheets lay tables and the menu out for a phone. */
export const phoneQuery = "(max-width: 48em)";
