import type { FastifyBaseLogger } from "fastify";
import { type DestinationStream, type Logger, pino } from "pino";

export type Log = FastifyBaseLogger & Pick<Logger, "isLevelEnabled">;

/** Writes JSON lines to standard error, leaving standard output to messages for people. Masks secrets by their name. */
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

/** The usual destination. */
export const standardError = (): DestinationStream => pino.destination({ dest: 2, sync: false });

/** Logs selected fields only: database errors hold their whole connection. */
function plainError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown };
  return { name, message, code, constraint, table, stack };
}
