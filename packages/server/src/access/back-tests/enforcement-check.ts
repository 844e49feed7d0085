import { checkedDays, maxDeniedShare } from "@gatehouse/contract/entities/access/back-test";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { sql } from "kysely";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import type { Person } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import type { BackTests } from "./back-tests.ts";
import type { PolicyDocument } from "./replay-policies.ts";

/** The text to type, and what was typed. */
interface Typed {
  readonly text: string;
  readonly confirmation: string | undefined;
  /** The version that is restored, with its memberships. */
  readonly version?: number;
}

/** Rejects the change of a transaction without the typed text, if it would have denied too much. */
export type EnforcementCheck = (tx: Tx, person: Person, typed: Typed) => Promise<void>;

/**
 * Replays the last week under the rules as the transaction leaves them. More than 5% of the grants denied, or a
 * vehicle of the person, needs a typed confirmation.
 */
export function enforcementCheck({ clock }: Pick<Services, "clock">, backTests: BackTests): EnforcementCheck {
  return async (tx, person, { text, confirmation, version }) => {
    if (confirmation?.trim() === text) return;
    const now = clock.now();
    const from = new Date(now.getTime() - checkedDays * dayMs);
    const document = await loadChanged(tx);
    if (!document || !(await hasGrants(tx, from))) return;
    const { timeZone, passageSeconds } = await loadRequiredConfigs(tx);
    const { newlyDenied, grants, ownVehicles } = await backTests.run({
      from: from.toISOString(),
      to: now.toISOString(),
      timeZone,
      passageSeconds,
      tried: version === undefined ? { document } : { version },
      against: null,
      own: await listOwnVehicles(tx, person),
    });
    if (newlyDenied <= grants * maxDeniedShare && ownVehicles.length === 0) return;
    throw httpError("rule/confirmation-needed", {
      message: `${toSentence(newlyDenied, grants, ownVehicles)} Type "${text}" to confirm.`,
      confirmation: { text, newlyDenied, grants, ownVehicles },
    });
  };
}

function toSentence(newlyDenied: number, grants: number, ownVehicles: readonly string[]): string {
  const denied = `These rules would have denied ${newlyDenied} of ${grants} passages of the last week`;
  return ownVehicles.length === 0 ? `${denied}.` : `${denied}, your own vehicle ${ownVehicles.join(", ")} included.`;
}

/** The policy as the transaction leaves it; null if the enforced rules are the same as before. */
async function loadChanged(tx: Tx): Promise<PolicyDocument | null> {
  const { rows } = await sql<{ after: PolicyDocument; before: PolicyDocument | null }>`
    select policy_document() as after, (
      select policy from policy_versions where transaction <> pg_current_xact_id()::text order by version desc limit 1
    ) as before`.execute(tx);
  const [found] = rows;
  if (!found) return null;
  const { after, before } = found;
  return enforcedText(after) === enforcedText(before) ? null : after;
}

const enforcedText = (document: PolicyDocument | null): string =>
  JSON.stringify(
    (document?.rules ?? [])
      .filter(({ mode }) => mode === "enforced")
      .map((rule) => ({ ...rule, version: 0, modeSince: null, name: "" })),
  );

async function hasGrants(tx: Tx, from: Date): Promise<boolean> {
  const found = await tx
    .selectFrom("events")
    .select("id")
    .where("occurredAt", ">=", from.toISOString())
    .where("gateId", "is not", null)
    .where("isGranted", "=", true)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The vehicles that are registered under the person's name, or under the user name as email address. */
export async function listOwnVehicles(db: ReadDb | Tx, { name, username }: Person): Promise<string[]> {
  const rows = await db
    .selectFrom("identifiers")
    .select(["iidNormalized", "lp"])
    .where((where) =>
      where.or([
        where(sql`lower("ownerEmail")`, "=", username.toLowerCase()),
        ...(name === "" ? [] : [where(sql`lower("ownerName")`, "=", name.toLowerCase())]),
      ]),
    )
    .limit(1000)
    .execute();
  return rows.flatMap(({ iidNormalized, lp }) => [iidNormalized, ...(lp ? [normalizeIdentifier(lp)] : [])]);
}
