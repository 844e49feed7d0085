import { gateTypes, gateTypeTitles } from "@gatehouse/contract/fields/gate-types";

/** Entry and exit, as a form offers them. */
export const gateTypeChoices = gateTypes.map((value) => ({ value, label: gateTypeTitles[value] }));
