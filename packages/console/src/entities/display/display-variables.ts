import type { DisplayScope } from "@gatehouse/contract/entities/display/display-scope";
import { type VariableScope, variableScopes } from "@gatehouse/contract/entities/variable/variable-scope";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";

/** Whether a scope's displays can show variables at all. */
export const hasVariables = (scope: DisplayScope): scope is DisplayScope & VariableScope =>
  (variableScopes as readonly string[]).includes(scope);

/** The variables that a scope's displays can show, with their values now. */
export function useVariables(scope: DisplayScope) {
  const query = callQuery("variables", "GET /variables", { query: { scope: scope as VariableScope } });
  return useQuery({ ...query, enabled: hasVariables(scope) }).data ?? [];
}
