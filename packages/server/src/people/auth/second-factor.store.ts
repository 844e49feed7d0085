import type { SecondFactorMethod } from "@gatehouse/contract/entities/auth/auth";
import type { SessionStage } from "@gatehouse/contract/entities/auth/second-factor";
import { sql } from "kysely";
import { insertAuditEntry } from "../../platform/database/audit-entry.ts";
import type { Database, ReadDb, Tx } from "../../platform/database/database.ts";
import { httpError } from "../../platform/http/http-error.ts";

/** A person's second factors when they sign in. */
interface FactorState {
  readonly hasTotp: boolean;
  readonly passkeys: number;
  readonly recoveryCodesLeft: number;
  /** Whether the person's role requires a second factor. */
  readonly isRequired: boolean;
}

/** Loads the state of a person's second factors. */
export async function loadFactorState(db: Database | ReadDb | Tx, userId: number): Promise<FactorState> {
  const { rows } = await sql<FactorState>`
    select
      exists (select from totp_secrets where "userId" = ${userId}) as "hasTotp",
      (select count(*)::integer from passkeys where "userId" = ${userId}) as passkeys,
      (select count(*)::integer from recovery_codes where "userId" = ${userId} and "usedAt" is null) as "recoveryCodesLeft",
      exists (
        select from role_policies join users on lower(users.role) = lower(role_policies.role)
        where users.id = ${userId} and "isSecondFactorRequired") as "isRequired"`.execute(db as Database);
  if (!rows[0]) throw new Error("a select without a from clause returns a row");
  return rows[0];
}

const hasFactor = ({ hasTotp, passkeys }: FactorState) => hasTotp || passkeys > 0;

/** The ways in which the person can complete a sign-in; none if they have no second factor. */
function listMethods(state: FactorState): SecondFactorMethod[] {
  if (!hasFactor(state)) return [];
  return [
    ...(state.hasTotp ? (["totp"] as const) : []),
    ...(state.passkeys > 0 ? (["passkey"] as const) : []),
    ...(state.recoveryCodesLeft > 0 ? (["recovery-code"] as const) : []),
  ];
}

/** What a sign-in with a password lacks; undefined if nothing. */
export async function findLackingStep(
  tx: Tx,
  userId: number,
): Promise<{ stage: SessionStage; methods: SecondFactorMethod[] } | undefined> {
  const state = await loadFactorState(tx, userId);
  const methods = listMethods(state);
  if (methods.length > 0) return { stage: "second-factor", methods };
  return state.isRequired ? { stage: "set-up", methods } : undefined;
}

/** Locks a person, so that concurrent changes of their factors happen one after the other. */
export async function lockFactors(tx: Tx, userId: number): Promise<void> {
  await tx.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute();
}

/** To be called after a factor was removed: refuses to leave none if the role requires one. */
export async function finishRemoval(tx: Tx, userId: number): Promise<void> {
  const state = await loadFactorState(tx, userId);
  if (hasFactor(state)) return;
  if (state.isRequired) throw httpError("auth/factor-required");
  await tx.deleteFrom("recovery_codes").where("userId", "=", userId).execute();
}

/** Removes all second factors of a person. */
export async function deleteFactors(tx: Tx, userId: number): Promise<void> {
  for (const table of ["totp_secrets", "passkeys", "recovery_codes"] as const) {
    await tx.deleteFrom(table).where("userId", "=", userId).execute();
  }
  await insertAuditEntry(tx, { action: "delete", entity: "second_factors", entityId: userId });
}
