import type { FastifyReply, FastifyRequest } from "fastify";

/** What a browser keeps for us and sends along by itself, to one place only. */
export interface Cookie {
  /** Of letters, digits, `-` and `_`, as is its value. */
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly seconds: number;
}

/** Gives a browser a cookie that no script can read and that no other site's page makes it send. */
export function setCookie(request: FastifyRequest, reply: FastifyReply, { name, value, path, seconds }: Cookie): void {
  const secure = request.protocol === "https" ? "; Secure" : "";
  reply.header("set-cookie", `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`);
}

/** The values of the cookies whose names begin so. */
export function readCookies(request: FastifyRequest, prefix: string): string[] {
  return (request.headers.cookie ?? "")
    .split(/; */)
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(pair.indexOf("=") + 1));
}
