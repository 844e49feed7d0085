import { type IdentifierType, identifierTypeTitles } from "@gatehouse/contract/entities/identifier/identifier-origin";

/** The types of identifier in their order; the contract's own list stands beside rules that are heavy to load. */
export const identifierTypes = Object.keys(identifierTypeTitles) as IdentifierType[];
