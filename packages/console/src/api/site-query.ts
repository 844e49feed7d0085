import { sharedQuery } from "./call-query.ts";

/** The settings of the whole site. */
export const siteQuery = sharedQuery("configs", "GET /configs/{scope}", { params: { scope: "global" } });
