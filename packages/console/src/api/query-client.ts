import { type Query, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

/** Longer than a page takes to be rendered with data that was loaded before. */
export const renderedWithinMs = 2_000;

/** Three retries, except for 4xx answers. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const rejected = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !rejected && failures < 3;
}

/** 1 s, doubled with each retry, up to 30 s. */
export const retryDelayMs = (failures: number) => Math.min(1000 * 2 ** failures, 30_000);

/** What a person may not see any more, or what does not exist any more, does not stay on the screen. */
function forgetRejected(error: unknown, query: Query<unknown, unknown, unknown>): void {
  const isRejected = error instanceof ApiError && (error.status === 403 || error.status === 404);
  if (isRejected && query.state.data !== undefined) query.setState({ data: undefined });
}

/** Creates the cache of server data. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: forgetRejected }),
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        // What failed while the console started is shown; it is not requested again by the part that shows it.
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > renderedWithinMs,
        gcTime: 5 * 60_000,
        // The browser's "online" state means internet access, which a site's own network does not need.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}
