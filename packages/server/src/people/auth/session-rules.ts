import type { ErrorCode } from "@gatehouse/contract/errors";
import { sessionLimits } from "@gatehouse/contract/session-limits";

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** The limits of a role's policy; null means the default of the product. */
export interface PolicyLimits {
  readonly idleMinutes: number | null;
  readonly maxAgeHours: number | null;
}

/** The stored state of a session, with the policy of its person's current role. */
export interface SessionState extends PolicyLimits {
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Null in sessions of earlier versions. */
  readonly lastSeenAt: string | null;
  readonly endedAt: string | null;
  readonly isDisabled: boolean;
}

/** How long a session with this policy may stay unused. */
const idleMs = ({ idleMinutes }: PolicyLimits): number => (idleMinutes ?? sessionLimits.idleMinutes.initial) * minuteMs;

/** How long a session with this policy may last. */
export const maxAgeMs = ({ maxAgeHours }: PolicyLimits): number =>
  (maxAgeHours ?? sessionLimits.maxAgeHours.initial) * hourMs;

/** When a session ends by its age. A policy that became shorter applies to sessions that exist already. */
export const endOfSession = (session: SessionState): Date =>
  new Date(Math.min(Date.parse(session.expiresAt), Date.parse(session.createdAt) + maxAgeMs(session)));

/** When a session ends unless it is used. */
export const endOfIdleTime = (session: SessionState): Date =>
  new Date(Date.parse(session.lastSeenAt ?? session.createdAt) + idleMs(session));

/** Why a session is not valid; undefined if it is. */
export function sessionError(session: SessionState, now: Date): ErrorCode | undefined {
  if (session.isDisabled) return "auth/account-disabled";
  if (session.endedAt !== null) return "auth/session-ended";
  const createdMs = Date.parse(session.createdAt);
  const grantedMs = Date.parse(session.expiresAt) - createdMs;
  // It was opened before the clock was set back, and could last much longer because of that.
  if (createdMs > now.getTime() + grantedMs) return "auth/session-ended";
  if (endOfSession(session) <= now) return "auth/session-too-old";
  if (endOfIdleTime(session) <= now) return "auth/session-idle";
  return undefined;
}
