import { randomBytes } from "node:crypto";
import { recoveryCodeCount, recoveryCodeLength } from "@gatehouse/contract/entities/auth/second-factor";
import { insertAuditEntry } from "../../platform/database/audit-entry.ts";
import type { Tx } from "../../platform/database/database.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { hashRandomKey } from "../../platform/security/random-keys.ts";
import { toBase32 } from "./totp.ts";

const createCode = () => toBase32(randomBytes((recoveryCodeLength * 5) / 8)).toLowerCase();
const inGroups = (code: string) => code.replaceAll(/(.{4})(?=.)/g, "$1-");

/** Replaces the recovery codes of a person and returns the new ones. Only their hashes are stored. */
export async function replaceRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, createCode);
  await tx.deleteFrom("recovery_codes").where("userId", "=", userId).execute();
  await tx
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ userId, codeHash: hashRandomKey(code) })))
    .execute();
  const entry = {
    action: "insert",
    entity: "recovery_codes",
    entityId: userId,
    after: { count: codes.length },
  } as const;
  await insertAuditEntry(tx, entry);
  return codes.map(inGroups);
}

/** Uses up a recovery code; of concurrent calls with the same code, one succeeds. */
export async function useRecoveryCode(tx: Tx, userId: number, code: string, now: Date): Promise<void> {
  const codeHash = hashRandomKey(code);
  const used = await tx
    .updateTable("recovery_codes")
    .set({ usedAt: now })
    .where("userId", "=", userId)
    .where("codeHash", "=", codeHash)
    .where("usedAt", "is", null)
    .returning("usedAt")
    .executeTakeFirst();
  if (used) return;
  const earlier = await tx
    .selectFrom("recovery_codes")
    .select("usedAt")
    .where("userId", "=", userId)
    .where("codeHash", "=", codeHash)
    .executeTakeFirst();
  throw httpError(earlier ? "auth/recovery-code-used" : "auth/wrong-recovery-code");
}
