import type { FastifyReply, FastifyRequest } from "fastify";

export interface Cookie {
  /** Name and value consist of letters, digits, `-` and `_`. */
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly seconds: number;
  /** Also sent when a link or redirect of another site leads here. */
  readonly isSentAfterRedirects?: true;
}

/** Sets a cookie that scripts can't read and that is not sent with requests of other sites. */
export function setCookie(request: FastifyRequest, reply: FastifyReply, cookie: Cookie): void {
  const { name, value, path, seconds, isSentAfterRedirects } = cookie;
  const sameSite = isSentAfterRedirects ? "Lax" : "Strict";
  const secure = request.protocol === "https" ? "; Secure" : "";
  reply.header(
    "set-cookie",
    `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`,
  );
}

/** Returns the values of the cookies whose names have the prefix. */
export function readCookies(request: FastifyRequest, prefix: string): string[] {
  return (request.headers.cookie ?? "")
    .split(/; */)
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(pair.indexOf("=") + 1));
}
