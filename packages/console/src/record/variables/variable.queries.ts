import type { Variable, VariableScope } from "@gatehouse/contract/entities/variable";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { callQuery } from "../../api/call-query.ts";
import { cameraModules } from "./variable-kinds.ts";

const none: readonly Variable[] = [];

const variablesQuery = (scope: VariableScope) => callQuery("variables", "GET /variables", { query: { scope } });

const camerasQuery = (scope: VariableScope) =>
  callQuery("cameras", "GET /cameras/{module}", { params: { module: cameraModules[scope] ?? "" } });

const controllersQuery = (scope: VariableScope) =>
  callQuery("slot_controllers", "GET /slot-controllers", { query: { scope } });

/** The variables of a scope with current values. */
export function useVariables(scope: VariableScope) {
  const query = useQuery(variablesQuery(scope));
  const all = query.data ?? none;
  const byId = useMemo(() => new Map(all.map((variable) => [variable.id, variable])), [all]);
  return {
    query,
    all,
    byId: (id: number) => byId.get(id),
    nameOf: (id: number) => byId.get(id)?.name ?? `#${id}`,
    numberOf: (id: number) => byId.get(id)?.computedValue ?? 0,
  };
}

/** The variables of a scope, with access by id. */
export type VariableLookup = ReturnType<typeof useVariables>;

/** Which hardware a scope has; it determines the sections. */
export function useSources(scope: VariableScope) {
  const cameras = useQuery({ ...camerasQuery(scope), enabled: cameraModules[scope] !== undefined });
  const controllers = useQuery({ ...controllersQuery(scope), enabled: scope === "epld" });
  return {
    hasCameras: cameras.data?.some(({ status }) => status === "saved") === true,
    hasControllers: controllers.data !== undefined && controllers.data.length > 0,
    // A disabled query stays pending, but is not loading.
    isPending: cameras.isLoading || controllers.isLoading,
  };
}
