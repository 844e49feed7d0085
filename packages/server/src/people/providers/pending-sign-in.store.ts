import { providerLimits } from "@gatehouse/contract/entities/provider";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { addressKey } from "../../platform/http/caller-address.ts";
import type { Cookie } from "../../platform/http/cookies.ts";
import { createRandomKey, hashRandomKey } from "../../platform/security/random-keys.ts";
import type { Services } from "../../platform/services.ts";

const maxPerAddress = 20;
const pathOfCookies = "/api/auth/providers";

/** The prefix of the cookies that bind a sign-in to a browser. */
export const signInCookiePrefix = "gatehouse-provider-";

interface Pending {
  /** Created by the caller or here; with it and the cookie the data can be taken once. */
  readonly key?: string;
  readonly providerId: number | null;
  readonly address: string;
  readonly seconds: number;
  readonly data: object;
}

/** Stores data for one use by the same browser; returns its key and the cookie of the browser. */
export async function putPending(
  { db, clock, secrets }: Services,
  { key = createRandomKey(""), providerId, address, seconds, data }: Pending,
): Promise<{ key: string; cookie: Cookie }> {
  const now = clock.now();
  const from = addressKey(address);
  const keyHash = hashRandomKey(key);
  const browser = createRandomKey("");
  await purge(db, from, now);
  await db
    .insertInto("provider_sign_ins")
    .values({
      keyHash,
      providerId,
      browserHash: hashRandomKey(browser),
      address: from,
      createdAt: now,
      expiresAt: new Date(now.getTime() + seconds * 1_000),
      sealedData: secrets.seal(JSON.stringify(data)),
    })
    .execute();
  // A name of its own, so that sign-ins in several tabs don't replace each other's cookie.
  const name = signInCookiePrefix + keyHash.slice(0, 12);
  return { key, cookie: { name, value: browser, path: pathOfCookies, seconds, isSentAfterRedirects: true } };
}

/** Takes data that was stored for this browser; undefined if it expired, was used, or belongs to another browser. */
export async function takePending<Data>(
  { db, clock, secrets }: Services,
  { key, cookies }: { key: string; cookies: readonly string[] },
): Promise<{ providerId: number | null; data: Data } | undefined> {
  const row = await db
    .deleteFrom("provider_sign_ins")
    .where("keyHash", "=", hashRandomKey(key))
    .where("browserHash", "in", ["", ...cookies.map(hashRandomKey)])
    .returning(["providerId", "expiresAt", "sealedData"])
    .executeTakeFirst();
  if (!row) return undefined;
  const leftMs = new Date(row.expiresAt).getTime() - clock.now().getTime();
  // The upper bound covers a clock that was set back.
  if (leftMs <= 0 || leftMs > providerLimits.signInMinutes * 60_000) return undefined;
  const data = secrets.open(row.sealedData);
  return data === undefined ? undefined : { providerId: row.providerId, data: JSON.parse(data) as Data };
}

/** Deletes what has expired, and the oldest ones of an address that starts many. */
async function purge(db: Database, address: string, now: Date): Promise<void> {
  const latest = new Date(now.getTime() + 2 * providerLimits.signInMinutes * 60_000);
  await sql`
    delete from provider_sign_ins where "expiresAt" <= ${now} or "expiresAt" > ${latest} or "keyHash" in (
      select "keyHash" from provider_sign_ins where address = ${address}
      order by "createdAt" desc offset ${maxPerAddress - 1})`.execute(db);
}
