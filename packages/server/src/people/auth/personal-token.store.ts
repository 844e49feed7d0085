import type { ErrorCode } from "@gatehouse/contract/errors";
import type { NotNull } from "kysely";
import type { ReadDb } from "../../platform/database/database.ts";
import { hashRandomKey } from "../../platform/security/random-keys.ts";

/** A stored personal access token with its person. */
export interface StoredToken {
  readonly id: number;
  readonly tokenName: string;
  readonly permissions: readonly string[];
  readonly expiresAt: string;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly lastAddress: string | null;
  readonly userId: number;
  readonly username: string;
  readonly name: string;
  readonly passwordChanged: boolean;
  readonly isDisabled: boolean;
  readonly role: string;
  readonly gateIds: readonly number[] | null;
  readonly rolePermissions: readonly string[] | null;
  /** Null for a local account. */
  readonly providerId: number | null;
  /** The session in which the provider last confirmed its account; null if it must sign in again. */
  readonly confirmedIn: string | null;
}

const prefix = "token-";

/** Stands for the session in tickets and cookies of calls with a token; no session has such an id. */
export const toSessionId = (tokenId: number): string => `${prefix}${tokenId}`;

const selectTokens = (db: ReadDb) =>
  db
    .selectFrom("personal_tokens as token")
    .innerJoin("users", "users.id", "token.userId")
    .leftJoin("roles", "roles.name", "users.role")
    .select(["token.id", "token.name as tokenName", "token.permissions", "token.expiresAt", "token.revokedAt"])
    .select(["token.lastUsedAt", "token.lastAddress", "users.id as userId", "users.username", "users.name"])
    .select(["users.passwordChanged", "users.isDisabled", "users.role", "users.gateIds"])
    .select(["roles.permissions as rolePermissions", "users.providerId"])
    .select((row) =>
      row
        .selectFrom("provider_sessions as confirmed")
        .innerJoin("sessions", "sessions.id", "confirmed.sessionId")
        .whereRef("sessions.userId", "=", "users.id")
        .select("confirmed.sessionId")
        .orderBy("confirmed.checkedAt", "desc")
        .limit(1)
        .as("confirmedIn"),
    );

/** Finds a token by its secret, valid or not. */
export const findToken = (db: ReadDb, secret: string): Promise<StoredToken | undefined> =>
  selectTokens(db).where("token.tokenHash", "=", hashRandomKey(secret)).executeTakeFirst();

/** Why a token is not valid; undefined if it is. */
export function tokenError(
  { isDisabled, revokedAt, expiresAt, providerId, confirmedIn }: StoredToken,
  now: Date,
): ErrorCode | undefined {
  if (isDisabled) return "auth/account-disabled";
  if (revokedAt !== null) return "token/revoked";
  if (new Date(expiresAt) <= now) return "token/expired";
  return providerId !== null && confirmedIn === null ? "auth/access-ended" : undefined;
}

/** The valid ones among ids that stand for tokens, with the gates of their people. */
export async function listValidTokens(db: ReadDb, sessionIds: readonly string[], now: Date) {
  const ids = sessionIds.filter((id) => id.startsWith(prefix)).map((id) => Number(id.slice(prefix.length)));
  if (ids.length === 0) return [];
  const rows = await selectTokens(db).where("token.id", "in", ids).execute();
  return rows
    .filter((token) => tokenError(token, now) === undefined)
    .map(({ id, gateIds }) => ({
      sessionId: toSessionId(id),
      gateIds,
    }));
}

/** Lists the last address of each token that is not revoked. */
export async function listTokenAddresses(db: ReadDb): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("personal_tokens")
    .select("lastAddress")
    .where("revokedAt", "is", null)
    .where("lastAddress", "is not", null)
    .$narrowType<{ lastAddress: NotNull }>()
    .execute();
  return new Set(rows.map(({ lastAddress }) => lastAddress));
}
