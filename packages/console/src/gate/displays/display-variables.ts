import type { DisplayScope } from "@gatehouse/contract/entities/display/display";
import { type VariableScope, variableScopes } from "@gatehouse/contract/entities/variable";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";

/** Whether the displays of a scope can show variables. */
export const hasVariables = (scope: DisplayScope): scope is DisplayScope & VariableScope =>
  (variableScopes as readonly string[]).includes(scope);

/** The variables that the displays of a scope can show, with current values. */
export function useVariables(scope: DisplayScope) {
  const query = callQuery("variables", "GET /variables", { query: { scope: scope as VariableScope } });
  const { data = [] } = useQuery({ ...query, enabled: hasVariables(scope) });
  return data;
}
