import { maxPasskeys, passkeyTimeoutMs } from "@gatehouse/contract/entities/auth/second-factor";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import type { Person } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { type ChallengePurpose, type PasskeyPage, saveChallenge, takeChallenge } from "./passkey-challenges.ts";

const siteName = "Gatehouse";
// EdDSA, ES256 and RS256: every authenticator has one of them.
const supportedAlgorithmIDs = [-8, -7, -257];

const passkeyColumns = ["id", "version", "name", "hostName", "createdAt", "lastUsedAt"] as const;

/** The passkeys of a person, the oldest first. */
export const listPasskeys = (db: ReadDb | Tx, userId: number) =>
  db.selectFrom("passkeys").select(passkeyColumns).where("userId", "=", userId).orderBy("id").execute();

/** The credentials of a person for the browser, to allow or to exclude. */
async function listCredentials(db: ReadDb, userId: number, hostName: string) {
  const rows = await db
    .selectFrom("passkeys")
    .select(["credentialId as id", "transports"])
    .where("userId", "=", userId)
    .where("hostName", "=", hostName)
    .execute();
  return rows;
}

/** The options with which the browser creates a passkey that works without a user name. */
export async function createRegistrationOptions(person: Person, page: PasskeyPage, services: Services) {
  const existing = await listPasskeys(services.db, person.userId);
  if (existing.length >= maxPasskeys) throw httpError("passkey/too-many");
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID: page.hostName,
    userName: person.username,
    userDisplayName: person.name || person.username,
    userID: new TextEncoder().encode(`gatehouse-user-${person.userId}`),
    timeout: passkeyTimeoutMs,
    supportedAlgorithmIDs,
    excludeCredentials: await listCredentials(services.db, person.userId, page.hostName),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const use = { purpose: "register", userId: person.userId, origin: page.origin } as const;
  await saveChallenge(services, options.challenge, use);
  return { ...options };
}

/** Checks the browser's response and returns the passkey to store. */
export async function verifyRegistration(sent: unknown, person: Person, page: PasskeyPage, services: Services) {
  const response = sent as RegistrationResponseJSON;
  const use = { purpose: "register", userId: person.userId, origin: page.origin } as const;
  const challenge = await takeChallenge(services.db, response.response.clientDataJSON, use, services.clock.now());
  const verified = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: page.origin,
    expectedRPID: page.hostName,
    supportedAlgorithmIDs,
  }).catch(() => undefined);
  if (!verified?.verified) throw httpError("passkey/failed");
  const { credential } = verified.registrationInfo;
  return {
    hostName: page.hostName,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: credential.transports ?? [],
  };
}

/** The options with which the browser uses a passkey: any one, or one of a person. */
export async function createSignInOptions(
  purpose: ChallengePurpose,
  userId: number | undefined,
  page: PasskeyPage,
  services: Services,
) {
  const options = await generateAuthenticationOptions({
    rpID: page.hostName,
    timeout: passkeyTimeoutMs,
    userVerification: "required",
    ...(userId !== undefined && { allowCredentials: await listCredentials(services.db, userId, page.hostName) }),
  });
  const use = { purpose, origin: page.origin, ...(userId !== undefined && { userId }) };
  await saveChallenge(services, options.challenge, use);
  return { ...options };
}

/** Checks the browser's response and returns the passkey's person. */
export async function verifyPasskey(
  sent: unknown,
  { purpose, userId }: { purpose: ChallengePurpose; userId?: number },
  page: PasskeyPage,
  { db, clock }: Services,
): Promise<number> {
  const response = sent as AuthenticationResponseJSON;
  const use = { purpose, origin: page.origin, ...(userId !== undefined && { userId }) };
  const challenge = await takeChallenge(db, response.response.clientDataJSON, use, clock.now());
  const passkey = await db
    .selectFrom("passkeys")
    .selectAll()
    .where("credentialId", "=", response.id)
    .where("hostName", "=", page.hostName)
    .executeTakeFirst();
  if (!passkey || (userId !== undefined && passkey.userId !== userId)) throw httpError("passkey/unknown");
  const verified = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: page.origin,
    expectedRPID: page.hostName,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
      counter: Number(passkey.counter),
    },
  }).catch(() => undefined);
  if (!verified?.verified) throw httpError("passkey/failed");
  await db
    .updateTable("passkeys")
    .set({ counter: verified.authenticationInfo.newCounter, lastUsedAt: clock.now() })
    .where("id", "=", passkey.id)
    .execute();
  return passkey.userId;
}
