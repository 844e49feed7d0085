import type { Page } from "@playwright/test";

/** Waits until a page receives live updates: changes made earlier may not reach it. */
export const waitForLiveUpdates = (page: Page): Promise<void> => page.getByText("Connected", { exact: true }).waitFor();

/**
 * Keeps live updates from a page, so that only its own actions and timers refetch. Call it before the page loads. The
 * request stays open: a rejected one would be retried.
 */
export const blockLiveUpdates = (page: Page): Promise<unknown> => page.route("**/api/live", () => {});
