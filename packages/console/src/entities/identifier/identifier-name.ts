import type { Identifier } from "@gatehouse/contract/entities/identifier/identifier.schema";

/** What an identifier is called: as it was written, and whose it is. */
export function nameOf({ iid, ownerName, orgName }: Pick<Identifier, "iid" | "ownerName" | "orgName">): string {
  const whose = [ownerName, orgName].filter(Boolean).join(", ");
  return whose === "" ? iid : `${iid} (${whose})`;
}
