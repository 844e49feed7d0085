import { resultParameter } from "@gatehouse/contract/entities/provider";
import type { ServerResponse, TestServer } from "../../test-server.ts";

/** The origin at which the browser sees Gatehouse. */
export const origin = "http://localhost";

let count = 0;

/** A browser that signs in with a provider: it keeps cookies and follows redirects. */
export interface TestBrowser {
  /** Starts a sign-in and returns where the browser is led. */
  start(providerId: number, returnTo?: string): Promise<URL>;
  /** Signs in at the provider's form and returns the URL that it redirects to. */
  logIn(authorizationUrl: URL, login: string): Promise<URL>;
  /** Opens a URL of Gatehouse and returns where it redirects to. */
  open(url: URL): Promise<URL>;
  /** Exchanges the code in the fragment of the sign-in page's URL. */
  exchange(page: URL): Promise<ServerResponse<{ token: string; code?: string; message?: string }>>;
  /** The whole way, from the button on the sign-in page to the session. */
  signIn(
    providerId: number,
    login: string,
  ): Promise<ServerResponse<{ token: string; code?: string; message?: string }>>;
}

/** Each browser has an address of its own, because failures are counted by address. */
export function createBrowser(server: TestServer): TestBrowser {
  count += 1;
  const remoteAddress = `127.1.${Math.floor(count / 250)}.${(count % 250) + 1}`;
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: URL) => jars.get(url.origin) ?? jars.set(url.origin, new Map()).get(url.origin);
  const cookieHeader = (url: URL) => [...(jarOf(url) ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
  const keep = (url: URL, set: readonly string[]) => {
    for (const line of set) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jarOf(url)?.set(name, value);
    }
  };

  async function open(url: URL): Promise<URL> {
    const response = await server.app.inject({
      method: "GET",
      url: url.pathname + url.search,
      remoteAddress,
      headers: { cookie: cookieHeader(url) },
    });
    keep(url, [response.headers["set-cookie"] ?? []].flat());
    if (response.statusCode !== 302)
      throw new Error(`${url.pathname} answered ${response.statusCode}: ${response.body}`);
    return new URL(String(response.headers.location), origin);
  }

  async function visit(url: URL, form?: Record<string, string>): Promise<URL> {
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: cookieHeader(url) },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    keep(url, response.headers.getSetCookie());
    const location = response.headers.get("location");
    if (location === null) throw new Error(`${url.href} answered ${response.status}: ${await response.text()}`);
    return new URL(location, url);
  }

  async function logIn(authorizationUrl: URL, login: string): Promise<URL> {
    const provider = authorizationUrl.origin;
    let at = await visit(authorizationUrl);
    if (at.pathname.startsWith("/interaction/")) at = await visit(at, { login, do: "in" });
    while (at.origin === provider) at = await visit(at);
    return at;
  }

  const start = (providerId: number, returnTo?: string) => {
    const url = new URL(`/api/auth/providers/${providerId}/start`, origin);
    if (returnTo !== undefined) url.searchParams.set("returnTo", returnTo);
    return open(url);
  };

  async function exchange(page: URL) {
    const code = new URLSearchParams(page.hash.slice(1)).get(resultParameter);
    const response = await server.app.inject({
      method: "POST",
      url: "/api/auth/providers/exchange",
      remoteAddress,
      headers: { cookie: cookieHeader(page) },
      payload: { code },
    });
    return { status: response.statusCode, body: response.json(), headers: response.headers };
  }

  return {
    start,
    logIn,
    open,
    exchange,
    signIn: async (providerId, login) => {
      const at = await start(providerId);
      return exchange(at.origin === origin ? at : await open(await logIn(at, login)));
    },
  };
}
