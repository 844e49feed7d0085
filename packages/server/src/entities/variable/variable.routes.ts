import { variableEndpoints } from "@gatehouse/contract/entities/variable/variable.endpoints";
import type { VariableScope } from "@gatehouse/contract/entities/variable/variable-scope";
import { handle } from "../../platform/call.ts";

type VariableType = "base" | "constant" | "camera" | "sensor" | "dynamic";

/** Variables as displays refer to them. */
export const variableRoutes = handle(variableEndpoints, {
  "GET /variables": async ({ query, read }) => {
    const rows = await read
      .selectFrom("variables")
      .select(["id", "name", "type", "scope", "computedValue"])
      .where("scope", "=", query.scope)
      .orderBy("id")
      .execute();
    return rows.map((row) => ({ ...row, type: row.type as VariableType, scope: row.scope as VariableScope }));
  },
});
