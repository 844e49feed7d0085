import type { OutputOf } from "@gatehouse/contract/endpoint";
import type { PersonalToken, tokenDraft } from "@gatehouse/contract/entities/account";
import { tokenEndsInPast, tokenEndsTooLate, tokenExceedsPerson } from "@gatehouse/contract/entities/account.messages";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { tokenLimits, tokenPrefix } from "@gatehouse/contract/session-limits";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import type { Person } from "../../platform/http/call.ts";
import { refuse } from "../../platform/http/refusal.ts";
import { mapConstraintErrors } from "../../platform/resources/constraint.ts";
import { createRandomKey, hashRandomKey } from "../../platform/security/random-keys.ts";

type Draft = OutputOf<typeof tokenDraft>;

const columns = ["id", "name", "permissions", "prefix", "createdAt", "expiresAt", "lastUsedAt", "lastAddress"] as const;
const prefixLength = 8;
const constraints = { personal_tokens_name: { path: "name", message: "Another of your tokens has this name" } };

/** Lists a person's tokens that are not revoked, newest first. */
export async function listTokens(db: ReadDb | Tx, userId: number): Promise<PersonalToken[]> {
  const rows = await db
    .selectFrom("personal_tokens")
    .select(columns)
    .where("userId", "=", userId)
    .where("revokedAt", "is", null)
    .orderBy("id", "desc")
    .execute();
  return rows as PersonalToken[];
}

/** Creates a token. Only this response contains it; the database stores its hash. */
export async function createToken(
  tx: Tx,
  person: Person,
  draft: Draft,
  now: Date,
): Promise<PersonalToken & { token: string }> {
  checkDraft(draft, person, now);
  const existing = await listTokens(tx, person.userId);
  if (existing.length >= tokenLimits.maxPerPerson) {
    throw refuseFields([{ path: "name", message: `At most ${tokenLimits.maxPerPerson} tokens. Revoke one first.` }]);
  }
  const token = createRandomKey(tokenPrefix);
  const insert = tx
    .insertInto("personal_tokens")
    .values({
      ...draft,
      expiresAt: new Date(draft.expiresAt),
      userId: person.userId,
      prefix: token.slice(0, prefixLength),
      tokenHash: hashRandomKey(token),
      createdAt: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { ...((await mapConstraintErrors(constraints, insert)) as PersonalToken), token };
}

function checkDraft({ permissions, expiresAt }: Draft, person: Person, now: Date): void {
  const leftMs = Date.parse(expiresAt) - now.getTime();
  const errors = permissions.flatMap((permission, place) =>
    person.permissions.has(permission) ? [] : [{ path: `permissions.${place}`, message: tokenExceedsPerson }],
  );
  if (leftMs <= 0) errors.push({ path: "expiresAt", message: tokenEndsInPast });
  if (leftMs > tokenLimits.maxDays * dayMs) errors.push({ path: "expiresAt", message: tokenEndsTooLate });
  if (errors.length > 0) throw refuseFields(errors);
}

function refuseFields(errors: { path: string; message: string }[]) {
  return refuse("request/invalid", { message: errors.map(({ path, message }) => `${path}: ${message}`), errors });
}

/** Revokes a token of the person; refuses if there is none with this id. */
export async function revokeToken(tx: Tx, userId: number, id: number, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("personal_tokens")
    .set({ revokedAt: now })
    .where("id", "=", id)
    .where("userId", "=", userId)
    .where("revokedAt", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw refuse("record/not-found");
}
