import { existsSync } from "node:fs";

const programs = [process.env.CHROMIUM, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Launch options of the system's Chromium; no browser is downloaded. */
export const chromium = {
  executablePath: programs.find((path) => path && existsSync(path)) ?? "/usr/bin/chromium",
  args: [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    // The pages of a context use one process, which has compiled the console already.
    "--process-per-site",
    // A page lives for seconds: compilers that optimize take longer than they save, in axe too.
    "--js-flags=--no-opt --no-maglev",
    // The sandbox doesn't work for root.
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ],
};
