import type { FastifyBaseLogger } from "fastify";
import { type DestinationStream, pino } from "pino";

/** What the rest of the server writes its log with. */
export type Log = FastifyBaseLogger;

/** Structured lines on standard error, so that standard output stays for people; secrets are cut out by name. */
export function createLog(level: string, sink: DestinationStream = standardError()): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: plainError },
      redact: {
        paths: ["authorization", "*.authorization", "password", "*.password", "token", "*.token", "*.passwordHash"],
        censor: "***",
      },
    },
    sink,
  );
}

const standardError = () => pino.destination({ dest: 2, sync: false });

/** Only what names the fault: errors of the database carry their whole connection. */
function plainError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown };
  return { name, message, code, constraint, table, stack };
}
