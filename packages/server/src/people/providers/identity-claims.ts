import type { Provider } from "@gatehouse/contract/entities/provider";
import { noMappedRole, unusableUsername } from "@gatehouse/contract/entities/provider.messages";
import { maxUsername, username as usernameRule } from "@gatehouse/contract/entities/user";
import { normalizeShort } from "@gatehouse/contract/fields/identifier-text";
import { ProviderError } from "./provider-error.ts";

type Claims = Readonly<Record<string, unknown>>;

/** The role and gates of a person. */
export interface Assignment {
  readonly role: string;
  readonly gateIds: number[] | null;
}

/** The values of a claim as texts. A name with dots is a claim of that name, or a path into nested claims. */
function readGroups(claims: Claims, claim: string): string[] {
  const value = Object.hasOwn(claims, claim)
    ? claims[claim]
    : claim.split(".").reduce<unknown>((part, name) => memberOf(part, name), claims);
  return [value]
    .flat()
    .filter((each) => typeof each === "string" || typeof each === "number")
    .map(String);
}

function memberOf(part: unknown, name: string): unknown {
  return typeof part === "object" && part !== null && Object.hasOwn(part, name) ? (part as Claims)[name] : undefined;
}

/** The role of the first mapping that matches, or the default role; rejects a person with neither. */
export function toAssignment(
  provider: Pick<Provider, "name" | "roleClaim" | "mapping" | "defaultRole">,
  claims: Claims,
): Assignment {
  const groups = readGroups(claims, provider.roleClaim);
  const match = provider.mapping.find(({ value }) => groups.includes(value));
  if (match) return { role: match.role, gateIds: match.gateIds };
  if (provider.defaultRole !== null) return { role: provider.defaultRole, gateIds: null };
  const message = noMappedRole(groups, provider.roleClaim);
  throw new ProviderError("provider/no-role", provider, message, message);
}

/**
 * The user name of a new account, in the characters that user names may have. Compatibility forms such as
 * full-width letters are converted; letters of other scripts are rejected, because they could imitate another name.
 */
export function toUsername(provider: Pick<Provider, "name">, claims: Claims, subject: string): string {
  const given = [claims.preferred_username, claims.email, subject].find(
    (each): each is string => typeof each === "string" && each.trim() !== "",
  );
  const name = normalizeShort(given ?? subject, "NFKC")
    .trim()
    .replaceAll(/\s+/g, ".")
    .slice(0, maxUsername);
  const checked = usernameRule.safeParse(name);
  if (checked.success) return checked.data;
  const message = unusableUsername(name);
  throw new ProviderError("provider/username", provider, message, message);
}

/** The names to try for a new account: the name itself, and with the provider's name if another account has it. */
export function usernameCandidates(name: string, provider: Pick<Provider, "name" | "id">): string[] {
  const slug =
    provider.name
      .normalize("NFKD")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "")
      .slice(0, 24) || `provider-${provider.id}`;
  const withEnd = (end: string) => name.slice(0, maxUsername - end.length) + end;
  const numbered = Array.from({ length: 20 }, (_, index) => withEnd(`@${slug}-${index + 2}`));
  return [name, withEnd(`@${slug}`), ...numbered];
}

export function toFullName(claims: Claims, username: string): string {
  const name = typeof claims.name === "string" ? claims.name.replaceAll(/\p{C}/gu, "").trim().slice(0, 100) : "";
  return name || username;
}
