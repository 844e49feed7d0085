import type { SessionStage } from "@gatehouse/contract/entities/auth/second-factor";
import { jwtVerify, SignJWT } from "jose";
import type { SecretKey } from "./secret-key.ts";

const algorithm = "HS256";
const issuer = "gatehouse";

export interface TokenClaims {
  userId: number;
  sessionId: string;
  name: string;
  passwordChanged: boolean;
  /** When the session started. */
  signedInAt: Date;
  /** When the session ends even if it is used. */
  end: Date;
  stage: SessionStage | null;
}

/** Signs and verifies session tokens. */
export interface Tokens {
  sign(claims: TokenClaims, now: Date, until: Date): Promise<string>;
  /** Returns undefined if the token is invalid or expired. */
  read(token: string, now: Date): Promise<{ sessionId: string } | undefined>;
}

export function createTokens(key: SecretKey): Tokens {
  const secret = key.derive("tokens");
  return {
    sign: ({ userId, sessionId, name, passwordChanged, stage, signedInAt, end }, now, until) =>
      new SignJWT({
        name,
        passwordChanged,
        sid: sessionId,
        auth_time: seconds(signedInAt),
        end: seconds(end),
        ...(stage !== null && { stage }),
      })
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
