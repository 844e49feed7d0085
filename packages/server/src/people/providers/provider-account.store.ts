import { administrator } from "@gatehouse/contract/permissions";
import type { Tx } from "../../platform/database/database.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { lockRow, updateRow } from "../../platform/resources/versioned-row.ts";
import { lockAdministrators } from "../users/user.store.ts";
import { type Assignment, toFullName, toUsername, usernameCandidates } from "./identity-claims.ts";
import type { StoredProvider } from "./provider.store.ts";
import type { ProviderIdentity } from "./provider-client.ts";

/** The account of a person who signs in with a provider. */
export interface ProviderAccount {
  readonly id: number;
  readonly username: string;
  readonly isDisabled: boolean;
}

/** No password has this hash, so the account can't be used with one. */
const noPassword = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/** Finds the account of a subject; a name or an e-mail address never identifies one. */
export async function findProviderAccount(
  tx: Tx,
  providerId: number,
  subject: string,
): Promise<ProviderAccount | undefined> {
  return tx
    .selectFrom("users")
    .select(["id", "username", "isDisabled"])
    .where("providerId", "=", providerId)
    .where("subject", "=", subject)
    .executeTakeFirst();
}

/** Creates an account; the first free name is used. */
export async function createProviderAccount(
  tx: Tx,
  provider: StoredProvider,
  { subject, claims }: ProviderIdentity,
  assignment: Assignment,
): Promise<ProviderAccount> {
  const name = toUsername(provider, claims, subject);
  for (const username of usernameCandidates(name, provider)) {
    const created = await tx
      .insertInto("users")
      .values({
        username,
        name: toFullName(claims, username),
        ...assignment,
        passwordHash: noPassword,
        passwordChanged: true,
        providerId: provider.id,
        subject,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(["id", "username", "isDisabled"])
      .executeTakeFirst();
    if (created) return created;
    // The same person may sign in twice at once.
    const existing = await findProviderAccount(tx, provider.id, subject);
    if (existing) return existing;
  }
  throw httpError("record/taken", { message: `Too many accounts are called "${name}"` });
}

/** Applies the role and name that the provider states now. */
export async function updateProviderAccount(
  tx: Tx,
  account: ProviderAccount,
  { claims }: ProviderIdentity,
  { role, gateIds }: Assignment,
): Promise<void> {
  const isAnotherLeft = await lockAdministrators(tx);
  await lockRow(tx, "users", account.id);
  const before = await tx
    .selectFrom("users")
    .select(["name", "role", "gateIds", "isDisabled"])
    .where("id", "=", account.id)
    .executeTakeFirstOrThrow();
  const isDemoted = before.role === administrator && role !== administrator && !before.isDisabled;
  if (isDemoted && !isAnotherLeft(account.id)) throw httpError("user/last-administrator");
  const name = toFullName(claims, account.username);
  const isSame =
    before.name === name && before.role === role && JSON.stringify(before.gateIds) === JSON.stringify(gateIds);
  if (!isSame) await updateRow(tx, "users", account.id, { name, role, gateIds });
}
