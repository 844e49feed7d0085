import type { FastifyBaseLogger } from "fastify";
import { pino } from "pino";

/** What the rest of the server writes its log with. */
export type Log = FastifyBaseLogger;

/** Structured lines on standard error, so that standard output stays for people; secrets are cut out by name. */
export function openLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ["authorization", "*.authorization", "password", "*.password", "token", "*.token", "*.passwordHash"],
        censor: "***",
      },
    },
    pino.destination({ dest: 2, sync: false }),
  );
}
