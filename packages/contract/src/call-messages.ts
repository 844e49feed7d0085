import type { EndpointKey } from "./endpoint.ts";

/** What the console says when a call went well or badly and the server said nothing better. */
export type CallMessages = Partial<Record<EndpointKey, { success?: string; failure?: string }>>;
