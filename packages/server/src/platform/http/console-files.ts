import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";

import { screenPagePath } from "@gatehouse/contract/entities/display/display-page";
import { isConsolePath } from "@gatehouse/contract/modules/console-paths";
import { apiPath, consoleAppId, type RuntimeConfig, runtimeConfigPath } from "@gatehouse/contract/runtime-config";
import type { FastifyInstance, FastifyReply } from "fastify";
import { allowInline } from "./security-headers.ts";

const oneYearSeconds = 31_536_000;
const assetFolders = ["assets", "screen/assets"];
const noncePlaceholder = "__CSP_NONCE__";

const screenPage = (dist: string) => readFileSync(join(dist, "screen/screen.html"), "utf8");

/** Changes with every build of the screens' page; open screens reload it then. */
export const screenPageVersion = (dist: string | null): string =>
  dist === null ? "" : createHash("sha256").update(screenPage(dist)).digest("base64url").slice(0, 16);

/**
 * Serves the built console: hashed assets with a long cache lifetime, the page of screens, and index.html for every other
 * path.
 */
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
    // The pages are served below, the console's with a nonce. Compressed files are sent for the plain ones.
    globIgnore: ["index.html", "screen/screen.html", "**/*.br", "**/*.gz"],
    preCompressed: true,
    maxAge: 0,
    setHeaders: (reply, path) => {
      if (assetFolders.some((folder) => path.startsWith(join(dist, folder)))) {
        reply.header("cache-control", `public, max-age=${oneYearSeconds}, immutable`);
      }
    },
  });

  const sendPage = (reply: FastifyReply) =>
    reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .send(page.replaceAll(noncePlaceholder, allowInline(reply)));

  const screens = screenPage(dist);
  // A uid may contain any character, so the rest of the path is not parsed here.
  app.get(`${screenPagePath}/*`, (_request, reply) =>
    reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(screens),
  );
  app.get("/", (_request, reply) => sendPage(reply));
  // The console's router handles unknown pages. Unknown files and API paths get a 404.
  app.get("/*", (request, reply) => {
    const [path = ""] = request.url.split("?", 1);
    // The extension of a file starts with a letter; `/station/1.5` is a page.
    const isPage = !path.startsWith(`${apiPath}/`) && !/\.[a-z]\w*$/i.test(path);
    if (!isPage) return reply.callNotFound();
    reply.header("vary", "accept");
    // Programs would take the page for whatever they look for. A browser would log an error for the status 404.
    const isBrowser = request.headers.accept?.includes("text/html") === true;
    return sendPage(isBrowser || isConsolePath(path) ? reply : reply.code(404));
  });
}
