import { readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { apiPath, consoleAppId, type RuntimeConfig, runtimeConfigPath } from "@gatehouse/contract/runtime-config";
import type { FastifyInstance, FastifyReply } from "fastify";
import { allowOwnStyles } from "./security-headers.ts";

const oneYearSeconds = 31_536_000;
const noncePlaceholder = "__CSP_NONCE__";

/** Serves the built console: hashed assets with a long cache lifetime, and index.html for every other path. */
export async function registerConsoleFiles(
  app: FastifyInstance,
  dist: string,
  site: Pick<RuntimeConfig, "version" | "demo">,
): Promise<void> {
  const page = readFileSync(join(dist, "index.html"), "utf8");
  const runtimeConfig: RuntimeConfig = { apiBaseUrl: apiPath, appId: consoleAppId, ...site };

  app.get(runtimeConfigPath, (_request, reply) => reply.header("cache-control", "no-cache").send(runtimeConfig));
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    wildcard: false,
    preCompressed: true,
    maxAge: 0,
    setHeaders: (reply, path) => {
      if (path.startsWith(join(dist, "assets"))) {
        reply.header("cache-control", `public, max-age=${oneYearSeconds}, immutable`);
      }
    },
  });

  const sendPage = (reply: FastifyReply) =>
    reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .send(page.replaceAll(noncePlaceholder, allowOwnStyles(reply)));

  app.get("/", (_request, reply) => sendPage(reply));
  // NAV-3: the console's router handles unknown pages. Unknown files and API paths get a 404.
  app.get("/*", (request, reply) => {
    const [path = ""] = request.url.split("?", 1);
    const isPage = !path.startsWith(`${apiPath}/`) && !/\.\w+$/.test(path);
    return isPage ? sendPage(reply) : reply.callNotFound();
  });
}
