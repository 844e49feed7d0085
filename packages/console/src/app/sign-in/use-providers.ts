import { resultParameter } from "@gatehouse/contract/entities/provider";
import { useEffect, useState } from "react";
import { type Answered, call } from "../../api/call.ts";

/** AUTH-10: the sign-in providers; none until they are loaded, so that the form never waits for them. */
export function useProviders(): Answered<"GET /auth/providers"> {
  const [providers, setProviders] = useState<Answered<"GET /auth/providers">>([]);
  useEffect(() => {
    // Without providers the form still works; its own call reports an unreachable server.
    call("GET /auth/providers").then(setProviders, () => undefined);
  }, []);
  return providers;
}

/** AUTH-10: takes the one-time code of a provider's result out of the address bar. */
export function takeProviderResult(): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get(resultParameter);
  if (code === null) return undefined;
  history.replaceState(history.state, "", location.pathname + location.search);
  return code;
}
