import { apiPath, consoleAppId } from "@gatehouse/contract/runtime-config";

/** Password of the administrator in every benchmark. */
export const password = "demo-gatehouse";

/** Signs in as the administrator and returns the session token. */
export async function signIn(serverUrl: string): Promise<string> {
  const response = await fetch(`${serverUrl}${apiPath}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "app-id": consoleAppId },
    body: JSON.stringify({ username: "admin", password }),
  });
  return ((await response.json()) as { token: string }).token;
}

/** Signs in and returns the header that authenticates a request. */
export const signInHeaders = async (serverUrl: string): Promise<Record<string, string>> => ({
  authorization: `Bearer ${await signIn(serverUrl)}`,
});
