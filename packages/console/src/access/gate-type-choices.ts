import { gateTypes, gateTypeTitles } from "@gatehouse/contract/fields/gate-types";

/** Entry and exit as choices of a form. */
export const gateTypeChoices = gateTypes.map((value) => ({ value, label: gateTypeTitles[value] }));
