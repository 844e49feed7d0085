import { randomBytes } from "node:crypto";
import { TLSSocket } from "node:tls";
import type { FastifyInstance, FastifyReply } from "fastify";

/** Adds the security headers and the request id to every response; fewer to those of pushes. */
export function registerSecurityHeaders(app: FastifyInstance, hstsSeconds: number): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { isPush } = request.routeOptions.config;
    reply.headers(isPush ? pushHeaders : defaultHeaders).header("x-request-id", request.id);
    // A proxy in front of the server sets it itself.
    if (hstsSeconds > 0 && request.raw.socket instanceof TLSSocket) {
      reply.header("strict-transport-security", `max-age=${hstsSeconds}`);
    }
    done();
  });
}

/** Allows style elements with a nonce in this response; returns the nonce. */
export function allowInline(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString("base64url");
  reply.header("content-security-policy", policy(`'self' 'nonce-${nonce}'`));
  return nonce;
}

function policy(styles: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    // A player of live video reads from a blob URL.
    "media-src 'self' blob:",
    // The console embeds the dashboards of devices.
    "frame-src 'self' http: https:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Devices display nothing, so the headers for browsers would only make their responses longer. */
const pushHeaders = { "x-content-type-options": "nosniff" };

const defaultHeaders = {
  "content-security-policy": policy("'self'"),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  // Browsers ignore it because of the policy above; scanners look for it.
  "x-xss-protection": "1; mode=block",
};
