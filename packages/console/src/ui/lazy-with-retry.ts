import { lazy } from "react";
import { showBanner } from "./banners.ts";

const retryIntervalMs = 2_000;
const lifeMs = 10_000;

/**
 * Like `lazy`, but waits for the server if it can't be reached: shows a banner, and loads the component once the server
 * is back.
 */
export const lazyWithRetry: typeof lazy = (load) =>
  lazy(() =>
    load().catch(() => {
      showBanner({ tone: "error", title: "The server can't be reached. This opens once it is back.", lifeMs });
      return loadWhenBack(load);
    }),
  );

async function loadWhenBack<Part>(load: () => Promise<Part>): Promise<Part> {
  await new Promise((done) => setTimeout(done, retryIntervalMs));
  const isBack = await fetch("/", { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isBack) return loadWhenBack(load);
  return load().catch(() => {
    // The server has a new version, or the browser caches the failed import. The URL restores what was open.
    location.reload();
    return loadWhenBack(load);
  });
}
