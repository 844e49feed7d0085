import type { DisplayScope } from "@gatehouse/contract/entities/display/display-scope";
import type { VariableScope } from "@gatehouse/contract/entities/variable/variable-scope";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";

/** The variables that a scope's displays can show, with their values now. */
export function useVariables(scope: DisplayScope) {
  const query = useQuery(callQuery("variables", "GET /variables", { query: { scope: scope as VariableScope } }));
  return query.data ?? [];
}
