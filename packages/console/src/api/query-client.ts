import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

/** SHELL-7: three retries, but never of what the server has refused for good. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !refused && failures < 3;
}

/** SHELL-7: one second, doubled each time, up to half a minute. */
export const retryDelayMs = (failures: number) => Math.min(1000 * 2 ** failures, 30_000);

/** The cache of everything the server has told. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        gcTime: 5 * 60_000,
        // A site's own network works without the internet, which is all that the browser's "online" speaks of.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}
