import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import Provider, { type Configuration } from "oidc-provider";

/** The claims of the accounts, by subject. The login form accepts any subject in it. */
export type Accounts = Map<string, Record<string, unknown>>;

/** A real OpenID provider on this machine. */
export interface TestProvider {
  readonly issuer: string;
  readonly accounts: Accounts;
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  /** Changes each ID token before it is sent. */
  forge: ((idToken: string) => Promise<string>) | undefined;
  /** Signs with new keys, and publishes no others. */
  rotateKeys(): Promise<void>;
  stop(): Promise<void>;
}

interface ProviderOptions {
  accounts?: Record<string, Record<string, unknown>>;
  /** Default: true. */
  issuesRefreshTokens?: boolean;
  /** Listens on the port of a provider that was stopped. Default: a free one. */
  port?: number;
}

const client = { clientId: "gatehouse", clientSecret: "a-client-secret-of-32-characters" };
const callbackPath = /^\/api\/auth\/providers\/\d+\/callback$/;

/** Starts the provider. It requires PKCE, and asks for nothing but a login name. */
export async function startProvider(options: ProviderOptions = {}): Promise<TestProvider> {
  const accounts: Accounts = new Map(Object.entries(options.accounts ?? {}));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const create = async () =>
    createProvider(issuer, accounts, { keys: [await createSigningKey()] }, options.issuesRefreshTokens ?? true);
  let provider = await create();
  const started: TestProvider = {
    issuer,
    accounts,
    client,
    forge: undefined,
    rotateKeys: async () => {
      provider = await create();
    },
    stop: () => stop(server),
  };
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/token") && started.forge) changeIdToken(response, started.forge);
    if (request.url?.startsWith("/interaction/")) void serveLogin(provider, accounts, request, response);
    else void provider.callback()(request, response);
  });
  return started;
}

let keyNumber = 0;

async function createSigningKey() {
  keyNumber += 1;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: `key-${keyNumber}` };
}

function changeIdToken(response: ServerResponse, forge: (idToken: string) => Promise<string>): void {
  const end = response.end.bind(response);
  response.end = ((body: string) => {
    const answer = JSON.parse(body) as { id_token?: string };
    void forge(answer.id_token ?? "").then((forged) => {
      const changed = JSON.stringify({ ...answer, id_token: forged });
      response.setHeader("content-length", Buffer.byteLength(changed));
      end(changed);
    });
    return response;
  }) as ServerResponse["end"];
}

function createProvider(
  issuer: string,
  accounts: Accounts,
  jwks: Configuration["jwks"],
  issuesRefreshTokens: boolean,
): Provider {
  const configuration: Configuration = {
    ...(jwks && { jwks }),
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        grant_types: ["authorization_code", "refresh_token"],
        redirect_uris: ["http://127.0.0.1/api/auth/providers/1/callback"],
      },
    ],
    claims: {
      openid: ["sub"],
      profile: ["name", "preferred_username", "groups", "realm_access"],
      email: ["email"],
    },
    cookies: { keys: ["a key of the test"] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, subject) => {
      const claims = accounts.get(subject);
      return claims && { accountId: subject, claims: () => ({ ...claims, sub: subject }) };
    },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    issueRefreshToken: () => issuesRefreshTokens,
    // Nobody is asked for consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid profile email offline_access");
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, IdToken: 3_600, Interaction: 600, Session: 600, Grant: 86_400, RefreshToken: 86_400 },
  };
  const provider = new Provider(issuer, configuration);
  // The id in the redirect URI is not known before the provider is configured in Gatehouse.
  provider.Client.prototype.redirectUriAllowed = (uri: string) => callbackPath.test(new URL(uri).pathname);
  return provider;
}

/** A login form without styles: its content security policy would otherwise have to allow them. */
async function serveLogin(
  provider: Provider,
  accounts: Accounts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== "POST") {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(
      '<!doctype html><html lang="en"><title>Test provider</title><form method="post">' +
        '<label>Login <input name="login" required></label><button name="do" value="in">Continue</button></form>' +
        '<form method="post"><button name="do" value="cancel">Cancel</button></form></html>',
    );
    return;
  }
  let body = "";
  for await (const chunk of request) body += chunk;
  const form = new URLSearchParams(body);
  const login = form.get("login") ?? "";
  const result =
    form.get("do") === "cancel" || !accounts.has(login)
      ? { error: "access_denied", error_description: "The sign-in was cancelled" }
      : { login: { accountId: login } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
