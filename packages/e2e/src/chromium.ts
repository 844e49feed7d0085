/** How the system's Chromium is launched; a browser is never downloaded. */
export const chromium = {
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    // Its own sandbox does not work for root.
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ],
};
