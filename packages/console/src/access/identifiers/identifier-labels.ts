import {
  type Identifier,
  type IdentifierType,
  identifierTypeTitles,
} from "@gatehouse/contract/entities/identifier/identifier";

/** Name of an identifier: its plate or tag, with owner and organisation. */
export function nameOf({ iid, ownerName, orgName }: Pick<Identifier, "iid" | "ownerName" | "orgName">): string {
  const whose = [ownerName, orgName].filter(Boolean).join(", ");
  return whose === "" ? iid : `${iid} (${whose})`;
}

/** The identifier types in order; the contract's own list is in a module that loads zod. */
export const identifierTypes = Object.keys(identifierTypeTitles) as IdentifierType[];
