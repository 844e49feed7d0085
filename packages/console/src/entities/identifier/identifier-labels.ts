import type { Identifier } from "@gatehouse/contract/entities/identifier/identifier.schema";
import { type IdentifierType, identifierTypeTitles } from "@gatehouse/contract/entities/identifier/identifier-origin";

/** What an identifier is called: as it was written, and whose it is. */
export function nameOf({ iid, ownerName, orgName }: Pick<Identifier, "iid" | "ownerName" | "orgName">): string {
  const whose = [ownerName, orgName].filter(Boolean).join(", ");
  return whose === "" ? iid : `${iid} (${whose})`;
}

/** The types of identifier in their order; the contract's own list stands beside rules that are heavy to load. */
export const identifierTypes = Object.keys(identifierTypeTitles) as IdentifierType[];
