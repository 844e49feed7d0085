import type { QueryClient } from "@tanstack/react-query";

/**
 * Loads what a page shows first. It is exported by the page's module as `preload` and called while the console starts:
 * the page is then rendered once, with its data, instead of with placeholders and again with each response.
 */
export type Preload = (queries: QueryClient) => Promise<unknown>;
