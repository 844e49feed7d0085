import { providerLimits } from "@gatehouse/contract/entities/provider";
import { providerReasons } from "@gatehouse/contract/entities/provider.messages";
import { isLoopbackHost } from "@gatehouse/contract/fields/url";
import * as oidc from "openid-client";
import { integrationFetch } from "../../alert/site-http.ts";
import type { Services } from "../../platform/services.ts";
import type { StoredProvider } from "./provider.store.ts";
import { ProviderError, toProviderError } from "./provider-error.ts";

/** The values that the provider's answer is checked with. */
export interface SignInChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

/** A person as the provider describes them. */
export interface ProviderIdentity {
  readonly subject: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly refreshToken: string | undefined;
}

/** The OpenID Connect calls to a provider; they throw a `ProviderError`. */
export interface ProviderClient {
  /** Reads the discovery document. */
  discover(provider: StoredProvider): Promise<void>;
  /** Returns where the browser signs in, and the checks to keep until it comes back. */
  start(provider: StoredProvider, redirectUri: string): Promise<{ url: URL; checks: SignInChecks }>;
  /** Exchanges the code of the provider's redirect. */
  finish(
    provider: StoredProvider,
    parameters: Readonly<Record<string, unknown>>,
    checks: SignInChecks,
  ): Promise<ProviderIdentity>;
  /** Asks the provider whether the person still has access. */
  refresh(provider: StoredProvider, refreshToken: string, subject: string): Promise<ProviderIdentity>;
}

/** Sends the client's secret in the way that the provider supports; by default in the Authorization header. */
function authenticateClient(secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const isBasic = methods.includes("client_secret_basic") || !methods.includes("client_secret_post");
    const authenticate = isBasic ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
    authenticate(server, client, body, headers);
  };
}

/** Creates the client. It reads the provider's metadata on each use, so changes need no restart. */
export function createProviderClient({ db, clock }: Services): ProviderClient {
  const fetchGuarded = integrationFetch(db);

  async function configure(provider: StoredProvider): Promise<oidc.Configuration> {
    if (provider.isClientSecretUnreadable) {
      throw new ProviderError("provider/refused", provider, "its client secret can't be decrypted, enter it again.");
    }
    const issuer = new URL(provider.issuer);
    // The library reads the machine's clock; the server's clock may differ in tests.
    const skewSeconds = Math.round((clock.now().getTime() - Date.now()) / 1_000);
    const metadata = {
      ...(provider.clientSecret !== undefined && { client_secret: provider.clientSecret }),
      [oidc.clockSkew]: skewSeconds,
      [oidc.clockTolerance]: providerLimits.clockSeconds,
    };
    const isPlain = issuer.protocol === "http:" && isLoopbackHost(issuer.hostname);
    return oidc.discovery(issuer, provider.clientId, metadata, authenticateClient(provider.clientSecret), {
      [oidc.customFetch]: (url, options) => fetchGuarded(url, { ...options, signal: options.signal ?? undefined }),
      // Checks the signature of each ID token. The keys are read for each sign-in, so new ones apply at once.
      execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
    });
  }

  /** Runs calls with a provider; every error becomes a ProviderError with a clear message. */
  async function using<T>(provider: StoredProvider, work: (config: oidc.Configuration) => Promise<T>): Promise<T> {
    try {
      return await work(await configure(provider));
    } catch (error) {
      throw toProviderError(error, provider, clock.now());
    }
  }

  async function identify(
    config: oidc.Configuration,
    tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
    expected: { subject?: string; provider: StoredProvider },
  ): Promise<ProviderIdentity> {
    const idClaims = tokens.claims();
    const subject = idClaims?.sub ?? expected.subject;
    if (subject === undefined || (expected.subject !== undefined && subject !== expected.subject)) {
      throw new ProviderError("provider/refused", expected.provider, "it answered for another person.");
    }
    if (idClaims) rejectFutureToken(idClaims.iat, expected.provider);
    const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined;
    const userInfo = hasUserInfo ? await fetchUserInfo(config, tokens.access_token, { ...expected, subject }) : {};
    return { subject, claims: { ...userInfo, ...idClaims }, refreshToken: tokens.refresh_token };
  }

  async function fetchUserInfo(
    config: oidc.Configuration,
    accessToken: string,
    { subject, provider }: { subject: string; provider: StoredProvider },
  ): Promise<oidc.UserInfoResponse> {
    try {
      return await oidc.fetchUserInfo(config, accessToken, subject);
    } catch (error) {
      if (!(error instanceof oidc.WWWAuthenticateChallengeError)) throw error;
      throw new ProviderError("provider/refused", provider, providerReasons.token);
    }
  }

  /** The library checks when a token ends, but not that it was issued in the past. */
  function rejectFutureToken(issuedAt: number, provider: StoredProvider): void {
    const now = clock.now();
    if (issuedAt * 1_000 <= now.getTime() + providerLimits.clockSeconds * 1_000) return;
    throw ProviderError.ofClocks(provider, issuedAt, now);
  }

  return {
    discover: (provider) => using(provider, async () => undefined),
    start: (provider, redirectUri) =>
      using(provider, async (config) => {
        const verifier = oidc.randomPKCECodeVerifier();
        const checks = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier, redirectUri };
        const url = oidc.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: provider.scopes,
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          ...(provider.isConsentAsked && { prompt: "consent" }),
        });
        return { url, checks };
      }),
    finish: (provider, parameters, { state, nonce, verifier, redirectUri }) =>
      using(provider, async (config) => {
        const url = new URL(redirectUri);
        for (const [name, value] of Object.entries(parameters)) {
          if (typeof value === "string") url.searchParams.set(name, value);
        }
        const tokens = await oidc.authorizationCodeGrant(config, url, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        return identify(config, tokens, { provider });
      }),
    refresh: (provider, refreshToken, subject) =>
      using(provider, async (config) => {
        const tokens = await oidc.refreshTokenGrant(config, refreshToken);
        const identity = await identify(config, tokens, { provider, subject });
        return { ...identity, refreshToken: identity.refreshToken ?? refreshToken };
      }),
  };
}
