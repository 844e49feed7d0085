import { assertFound } from "@gatehouse/contract/assert-found";
import type { Endpoint, EndpointKey } from "@gatehouse/contract/endpoint";

/** First words of path segments that say what a call does. */
const actions =
  /^(acknowledge|buzz|change|commission|confirm|correct|deny|end|exchange|handle|login|logout|open|preview|publish|relink|remove|renew|reset|resolve|restore|retry|shelve|show|switch|sync|test|unshelve|upload)\b/;

const isParameter = (segment: string | undefined) => segment?.startsWith("{") === true;
const toPascal = (text: string) => text.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
const toSingular = (noun: string) => noun.replace(/ies$/, "y").replace(/(ss)es$|(?<![su])s$/, "$1");

/** Names of operations that read like those of a client: `listGates`, `openGate`, `updateCamera`. */
export function toOperationIds(api: Record<EndpointKey, Endpoint>): Map<EndpointKey, string> {
  const ids = new Map<EndpointKey, string>();
  const taken = new Set<string>();
  for (const [key, endpoint] of Object.entries(api) as [EndpointKey, Endpoint][]) {
    const name = toName(key, endpoint, api);
    const parameters = [...key.matchAll(/\{(\w+)\}/g)].map(([, word = ""]) => toPascal(word));
    const id = taken.has(name) ? `${name}By${parameters.join("And")}` : name;
    if (taken.has(id)) throw new Error(`two operations would be called ${id}`);
    taken.add(id);
    ids.set(key, id);
  }
  return ids;
}

function toName(key: EndpointKey, endpoint: Endpoint, api: Record<EndpointKey, Endpoint>): string {
  const [method = "", path = ""] = key.split(" ");
  // The documents' prefixes of access control and of the account say nothing more.
  const segments = path.split("/").filter((segment) => !["", "ac", "auth"].includes(segment));
  const nouns = segments.filter((segment) => !isParameter(segment));
  const last = assertFound(nouns.at(-1), `a path without a noun: ${path}`);
  const isAction = method === "POST" && actions.test(last);
  const isList = method === "GET" && isListed(endpoint);
  const objects = (isAction ? nouns.slice(0, -1) : nouns).map((noun) => {
    const isOne = isParameter(segments[segments.indexOf(noun) + 1]) || (noun === last && method === "POST");
    const word = toPascal(noun === "ids" ? "identifiers" : noun);
    return isOne && !(isList && noun === last) ? toSingular(word) : word;
  });
  const verb = isAction
    ? toPascal(last).replace(/^./, (letter) => letter.toLowerCase())
    : verbOf(method, isList, key, api);
  return `${verb}${objects.join("")}`;
}

function verbOf(method: string, isList: boolean, key: EndpointKey, api: Record<EndpointKey, Endpoint>): string {
  if (method === "GET") return isList ? "list" : "get";
  if (method === "POST") return "add";
  if (method === "PUT" && key.replace("PUT", "PATCH") in api) return "replace";
  return method === "DELETE" ? "delete" : "update";
}

/** Whether the response is a list or a page of one. */
function isListed({ response }: Endpoint): boolean {
  const { type, shape } = (response as { _zod: { def: { type: string; shape?: object } } } | undefined)?._zod.def ?? {};
  return type === "array" || (shape !== undefined && "data" in shape);
}
