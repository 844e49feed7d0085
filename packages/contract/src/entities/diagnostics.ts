import { defineEndpoints } from "../endpoint.ts";

/** The diagnostics bundle. */
export const diagnosticsEndpoints = defineEndpoints(
  { read: "site", write: "site" },
  {
    "GET /diagnostics": {
      tag: "Health",
      summary: "A ZIP file for support: versions, settings, states, sizes and logs, without secrets and plates",
      download: "application/zip",
      exports: "diagnostics",
    },
  },
);
