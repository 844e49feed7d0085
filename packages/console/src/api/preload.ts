import type { QueryClient } from "@tanstack/react-query";

/** Loads what a page shows first. It is exported by the page's module as `preload` and called while the console starts. */
export type Preload = (queries: QueryClient) => Promise<unknown>;
