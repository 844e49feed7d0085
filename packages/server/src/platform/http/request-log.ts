import type { FastifyBaseLogger } from "fastify";

type Bindings = Parameters<FastifyBaseLogger["child"]>;
type Line = Parameters<FastifyBaseLogger["info"]>;

/** The log of a request, with its id. Most requests log nothing, so its child logger is created with the first line. */
class RequestLog implements FastifyBaseLogger {
  readonly #log: FastifyBaseLogger;
  readonly #bindings: Bindings;
  #own: FastifyBaseLogger | undefined;

  constructor(log: FastifyBaseLogger, bindings: Bindings) {
    this.#log = log;
    this.#bindings = bindings;
  }

  #child(): FastifyBaseLogger {
    this.#own ??= this.#log.child(...this.#bindings);
    return this.#own;
  }

  get level(): string {
    return this.#child().level;
  }
  set level(level: string) {
    this.#child().level = level;
  }
  fatal(...line: Line): void {
    this.#child().fatal(...line);
  }
  error(...line: Line): void {
    this.#child().error(...line);
  }
  warn(...line: Line): void {
    this.#child().warn(...line);
  }
  info(...line: Line): void {
    this.#child().info(...line);
  }
  debug(...line: Line): void {
    this.#child().debug(...line);
  }
  trace(...line: Line): void {
    this.#child().trace(...line);
  }
  silent(...line: Line): void {
    this.#child().silent(...line);
  }
  child(...bindings: Bindings): FastifyBaseLogger {
    return this.#child().child(...bindings);
  }
}

/** Fastify's factory of the logs of requests. */
export const createRequestLog = (log: FastifyBaseLogger, ...bindings: Bindings): FastifyBaseLogger =>
  new RequestLog(log, [bindings[0], bindings[1]]);
