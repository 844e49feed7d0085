import { sharedQuery } from "./call-query.ts";

/** The signed-in person. The shell shows pages only once it is loaded. */
export const ownAccountQuery = sharedQuery("users", "GET /auth/me");
