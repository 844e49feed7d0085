import { totpExplainedSkewSteps, totpSkewSteps } from "@gatehouse/contract/entities/auth/second-factor";
import { clockDiffers } from "@gatehouse/contract/entities/auth/second-factor.messages";
import { apiErrors } from "@gatehouse/contract/errors";
import type { Tx } from "../../platform/database/database.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { findTotpStep, totpStep } from "./totp.ts";

/** Returns the time step of a code; rejects a wrong code, and one of another time with its difference. */
export function checkTotpCode(secret: string, code: string, now: Date): number {
  const current = totpStep(now);
  const step = findTotpStep(secret, code, current, totpExplainedSkewSteps);
  if (step === undefined) throw codeError("auth/wrong-code");
  const difference = step - current;
  if (Math.abs(difference) > totpSkewSteps) throw codeError("auth/clock-skew", clockDiffers(difference));
  return step;
}

function codeError(code: "auth/wrong-code" | "auth/clock-skew", message: string = apiErrors["auth/wrong-code"].text) {
  return httpError(code, { message, errors: [{ path: "code", message }] });
}

/** Sets up or replaces the authenticator app of a person. The code that confirmed it can't be used again. */
export async function saveTotpSecret(
  tx: Tx,
  userId: number,
  { secret, lastStep }: { secret: string; lastStep: number },
  { secrets, clock }: Services,
): Promise<void> {
  const row = { secret: secrets.seal(secret), lastStep, createdAt: clock.now() };
  await tx
    .insertInto("totp_secrets")
    .values({ userId, ...row })
    .onConflict((conflict) => conflict.column("userId").doUpdateSet(row))
    .execute();
}

/** Uses up a code; of concurrent calls with the same code, one succeeds. */
export async function useTotpCode(tx: Tx, userId: number, code: string, services: Services): Promise<void> {
  const row = await tx.selectFrom("totp_secrets").select("secret").where("userId", "=", userId).executeTakeFirst();
  if (!row) throw codeError("auth/wrong-code");
  const secret = services.secrets.open(row.secret);
  // A secret that can't be decrypted affects this person only, who has recovery codes.
  if (secret === undefined) throw httpError("auth/factor-unreadable");
  const lastStep = checkTotpCode(secret, code, services.clock.now());
  const used = await tx
    .updateTable("totp_secrets")
    .set({ lastStep })
    .where("userId", "=", userId)
    .where("lastStep", "<", lastStep)
    .returning("id")
    .executeTakeFirst();
  if (!used) throw httpError("auth/code-used");
}
