import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";

/** Every answer, whatever it is, says what a browser may do with it. */
export function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(always).header("x-request-id", request.id);
    done();
  });
}

/** Allows a page's own style elements, and no others, for this one answer; gives what they have to be marked with. */
export function allowOwnStyles(reply: FastifyReply): string {
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
    // DASH-1: a device's own dashboard is shown inside the console.
    "frame-src 'self' http: https:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const always = {
  "content-security-policy": policy("'self'"),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};
