import { isIP } from "node:net";
import { passkeyTimeoutMs } from "@gatehouse/contract/entities/auth/second-factor";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";

export type ChallengePurpose = "register" | "second-factor" | "sign-in";

/** The page that uses a passkey. */
export interface PasskeyPage {
  /** Such as `https://gatehouse.example.com`. */
  readonly origin: string;
  /** The relying party id of WebAuthn. */
  readonly hostName: string;
}

const purgeBatchSize = 20;

/**
 * The page of a request, by the Origin header that browsers send with every POST. Reverse proxies pass it on, so
 * it is right without further settings. A caller who forges it gains nothing: the browser signs the origin of the page,
 * which must be the same. A passkey only works under the host name where it was created.
 */
export function readPasskeyPage({ origin }: { origin?: string | undefined }): PasskeyPage {
  const url = origin !== undefined && URL.canParse(origin) ? new URL(origin) : undefined;
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (!url || !isWeb || isIP(url.hostname.replaceAll(/[[\]]/g, "")) !== 0) throw httpError("passkey/no-host-name");
  return { origin: url.origin, hostName: url.hostname };
}

/** Stores a challenge. Deletes expired ones, more than it adds. */
export async function saveChallenge(
  { db, clock }: Services,
  challenge: string,
  use: { purpose: ChallengePurpose; userId?: number; origin: string },
): Promise<void> {
  const now = clock.now();
  await sql`
    delete from passkey_challenges where challenge = any(array(
      select challenge from passkey_challenges where "expiresAt" <= ${now}
      limit ${purgeBatchSize} for update skip locked))`.execute(db);
  const expiresAt = new Date(now.getTime() + passkeyTimeoutMs);
  await db
    .insertInto("passkey_challenges")
    .values({ challenge, ...use, userId: use.userId ?? null, expiresAt })
    .execute();
}

/** Uses up the challenge that the browser's data repeats, and returns it; refuses an expired, used or unknown one. */
export async function takeChallenge(
  db: Database,
  clientDataJSON: string,
  use: { purpose: ChallengePurpose; userId?: number; origin: string },
  now: Date,
): Promise<string> {
  const challenge = readChallenge(clientDataJSON);
  const taken = await db
    .deleteFrom("passkey_challenges")
    .where("challenge", "=", challenge)
    .where("purpose", "=", use.purpose)
    .where("userId", "is not distinct from", use.userId ?? null)
    .where("origin", "=", use.origin)
    .returning("expiresAt")
    .executeTakeFirst();
  if (!taken || new Date(taken.expiresAt) <= now) throw httpError("passkey/expired");
  return challenge;
}

function readChallenge(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
    if (typeof challenge === "string") return challenge;
  } catch {
    // Rejected below.
  }
  throw httpError("passkey/failed");
}
