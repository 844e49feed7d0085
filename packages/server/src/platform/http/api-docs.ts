import { assertFound } from "@gatehouse/contract/assert-found";
import type { Endpoint, EndpointKey } from "@gatehouse/contract/endpoint";
import { apiPath } from "@gatehouse/contract/runtime-config";
import type { FastifyInstance } from "fastify";
import { openApiDocument } from "./openapi.ts";
import { allowInline } from "./security-headers.ts";

/** Escapes text for HTML elements and attributes. */
const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

interface Operation {
  tags: string[];
  summary: string;
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: unknown }> }>;
}

/** Serves the OpenAPI document and an HTML page of it that needs no JavaScript. */
export function registerApiDocs(app: FastifyInstance, api: Record<EndpointKey, Endpoint>, version: string): void {
  // Generated on the first request, because they are needed rarely and would delay every start.
  let document: ReturnType<typeof openApiDocument> | undefined;
  const findDocument = () => (document ??= openApiDocument(api, version));
  let page: string | undefined;
  const findPage = () =>
    (page ??= renderPage(findDocument().paths as Record<string, Record<string, Operation>>, version));
  app.get(`${apiPath}/openapi.json`, (_request, reply) => reply.send(findDocument()));
  app.get(`${apiPath}/docs`, (_request, reply) => {
    const withNonce = findPage().replace("<style>", `<style nonce="${allowInline(reply)}">`);
    return reply.type("text/html; charset=utf-8").send(withNonce);
  });
}

function renderPage(paths: Record<string, Record<string, Operation>>, version: string): string {
  const operations = Object.entries(paths).flatMap(([path, { servers: _, ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = Map.groupBy(operations, ({ operation }) =>
    assertFound(operation.tags[0], "an operation without a tag"),
  );
  const sections = [...groups]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([tag, group]) => `<section><h2>${escapeHtml(tag)}</h2>${group.map(renderOperation).join("")}</section>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Gatehouse API ${escapeHtml(version)}</title><style>${styles}</style></head><body><main>
<h1>Gatehouse API</h1><p>Version ${escapeHtml(version)}. Paths are relative to <code>${apiPath}</code>. Send
<code>Authorization: Bearer &lt;token&gt;</code> with a token from <code>POST /auth/login</code>. Also available as
<a href="${apiPath}/openapi.json">OpenAPI 3.1</a>.</p>${sections.join("")}</main></body></html>`;
}

function renderOperation({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const body = operation.requestBody?.content["application/json"]?.schema;
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: place, required }) =>
      `<li><code>${escapeHtml(name)}</code> in ${place}${required ? "" : ", optional"}</li>`,
  );
  const responses = Object.entries(operation.responses).map(
    ([status, { description, content }]) =>
      `<li><b>${status}</b> ${escapeHtml(description)}${status < "300" ? schemaBlock(content?.["application/json"]?.schema) : ""}</li>`,
  );
  return `<details><summary><b>${method}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(operation.summary)}</summary>
${parameters.length > 0 ? `<h3>Parameters</h3><ul>${parameters.join("")}</ul>` : ""}
${body ? `<h3>Body</h3>${schemaBlock(body)}` : ""}<h3>Responses</h3><ul>${responses.join("")}</ul></details>`;
}

const schemaBlock = (schema: unknown) =>
  schema === undefined ? "" : `<pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`;

const styles = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:2rem auto;padding:0 1rem}
details{border:1px solid light-dark(#d5dadd,#3a4145);border-radius:8px;margin:.5rem 0;padding:.5rem .75rem}
summary{cursor:pointer}summary b{display:inline-block;min-width:4.5rem;color:light-dark(#0b5f5f,#63c7c2)}
a{color:light-dark(#0b5f5f,#63c7c2)}
pre{overflow:auto;background:light-dark(#f2f4f5,#1d2224);padding:.75rem;border-radius:6px;font-size:13px}
h3{font-size:13px;margin:.75rem 0 .25rem}`;
