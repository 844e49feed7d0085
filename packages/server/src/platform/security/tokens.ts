import { jwtVerify, SignJWT } from "jose";
import type { SecretKey } from "./secret-key.ts";

const algorithm = "HS256";
const issuer = "gatehouse";

/** What a token says: whose it is, which session it belongs to, and what the console shows of it. */
export interface TokenClaims {
  userId: number;
  sessionId: string;
  name: string;
  passwordChanged: boolean;
}

/** Signs and reads the tokens of this installation. */
export interface Tokens {
  sign(claims: TokenClaims, now: Date, until: Date): Promise<string>;
  /** Nothing when the token is not ours, was altered, or is over. */
  read(token: string, now: Date): Promise<{ sessionId: string } | undefined>;
}

/** Tokens of one algorithm, signed with a key derived for nothing else. */
export function createTokens(key: SecretKey): Tokens {
  const secret = key.derive("tokens");
  return {
    sign: ({ userId, sessionId, name, passwordChanged }, now, until) =>
      new SignJWT({ name, passwordChanged, sid: sessionId })
        .setProtectedHeader({ alg: algorithm })
        .setIssuer(issuer)
        .setSubject(String(userId))
        .setIssuedAt(seconds(now))
        .setExpirationTime(seconds(until))
        .sign(secret),
    read: async (token, now) => {
      const verified = await jwtVerify(token, secret, { algorithms: [algorithm], issuer, currentDate: now }).catch(
        () => undefined,
      );
      const sessionId = verified?.payload.sid;
      return typeof sessionId === "string" ? { sessionId } : undefined;
    },
  };
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1000);
