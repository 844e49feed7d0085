/** The parts of a database address; several hosts are separated by commas, as in libpq. */
const address = /^(postgres(?:ql)?:)\/\/(?:([^@/?#]*)@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;

/** What of libpq's target_session_attrs is possible: Gatehouse always writes. */
const writableTargets: readonly (string | null)[] = [null, "read-write", "primary"];

const targetName = "target_session_attrs";

/** One address for each host of a database address; undefined if it isn't a valid one. */
export function splitHosts(databaseUrl: string): string[] | undefined {
  const [, protocol, credentials, hosts = "", path = "", query = ""] = address.exec(databaseUrl) ?? [];
  if (protocol === undefined) return undefined;
  const parameters = new URLSearchParams(query);
  if (!writableTargets.includes(parameters.get(targetName))) return undefined;
  const names = hosts.split(",");
  if (names.length > 1 && names.includes("")) return undefined;
  const rest = query
    .split("&")
    .filter((part) => part !== "" && !part.startsWith(`${targetName}=`))
    .join("&");
  const login = credentials === undefined ? "" : `${credentials}@`;
  const urls = names.map((name) => `${protocol}//${login}${name}${path}${rest && `?${rest}`}`);
  return urls.every((url) => URL.canParse(url)) ? urls : undefined;
}

/** Removes user, password and options from a database address, for messages. */
export function withoutCredentials(databaseUrl: string): string {
  const [, protocol, , hosts = "", path = ""] = address.exec(databaseUrl) ?? [];
  return `${protocol}//${hosts}${path}`;
}
