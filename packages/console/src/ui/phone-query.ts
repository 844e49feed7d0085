/** The screens on which the style sheets lay tables and the menu out for a phone. */
export const phoneQuery = "(width <= 48em)";
/** The screens on which the menu is collapsed unless a person expands it. */
export const tabletQuery = "(width <= 62em)";
