import { lazy } from "react";
import { showBanner } from "./banners.ts";

const againAfterMs = 2_000;
const lifeMs = 10_000;

/**
 * A part of the page whose code comes when it is first needed. While the server cannot be reached the page stays as it
 * is and says so; the part opens by itself once the server is back.
 */
export const lazyWithRetry: typeof lazy = (load) =>
  lazy(() =>
    load().catch(() => {
      showBanner({ tone: "error", title: "The server does not answer. This opens by itself once it is back.", lifeMs });
      return loadWhenBack(load);
    }),
  );

async function loadWhenBack<Part>(load: () => Promise<Part>): Promise<Part> {
  await new Promise((done) => setTimeout(done, againAfterMs));
  const isBack = await fetch("/", { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isBack) return loadWhenBack(load);
  return load().catch(() => {
    // Another version is there now, or a browser that asks for a module only once: the address says what is open.
    location.reload();
    return loadWhenBack(load);
  });
}
