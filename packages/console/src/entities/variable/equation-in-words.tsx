import type { Term } from "@gatehouse/contract/entities/variable/equation";
import type { VariableScope } from "@gatehouse/contract/entities/variable/variable-scope";
import { equationText } from "./equation-parts.ts";
import { useVariables } from "./variable.queries.ts";

/** An equation in words, where there is no control to build it. */
export function EquationInWords({ scope, terms }: { scope: VariableScope; terms: readonly Term[] }) {
  const { nameOf } = useVariables(scope);
  return equationText(terms, nameOf) || "–";
}
