import type { ConfigScope } from "@gatehouse/contract/fields/config-scope";
import { callQuery } from "../../api/call-query.ts";

/** The configurations of a scope. */
export const configsQuery = (scope: ConfigScope) => callQuery("configs", "GET /configs/{scope}", { params: { scope } });
