import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { ApiError, errorText } from "./api-error.ts";
import { type CallResponse, call, type Input } from "./call.ts";

type SentCredential = Input<"POST /auth/passkey-sign-in">["body"]["response"];
type SignedIn = CallResponse<"POST /auth/passkey-sign-in">;

/** Signs in with a passkey alone, or completes a sign-in whose token is given. */
export async function signInWithPasskey(token?: string): Promise<SignedIn> {
  const options =
    token === undefined
      ? await call("POST /auth/passkey-sign-in/options")
      : await call("POST /auth/second-factor/passkey/options", { token });
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const body = { response: toBody(await startAuthentication({ optionsJSON })) };
  return token === undefined
    ? call("POST /auth/passkey-sign-in", { body })
    : call("POST /auth/second-factor/passkey", { body, token });
}

/** Creates a passkey on this device and adds it to the account. */
export async function addPasskey(name: string): Promise<CallResponse<"POST /auth/passkeys">> {
  const options = await call("POST /auth/passkeys/options");
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = toBody(await startRegistration({ optionsJSON }));
  return call("POST /auth/passkeys", { body: { name, response } });
}

/** Plain objects, as the contract types them. */
const toBody = (credential: AuthenticationResponseJSON | RegistrationResponseJSON): SentCredential => ({
  ...credential,
  response: { ...credential.response },
});

/** The reason why a passkey could not be used or added. */
export function passkeyErrorText(error: unknown): string {
  if (error instanceof ApiError) return errorText(error);
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return "This device already has a passkey for your account.";
  if (name === "NotAllowedError" || name === "AbortError") return "No passkey was chosen. Please try again.";
  return "This device could not use a passkey. Please try another way.";
}
