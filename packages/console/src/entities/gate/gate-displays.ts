import type { Display } from "@gatehouse/contract/entities/display/display.schema";
import { gateDisplayScopes } from "@gatehouse/contract/entities/display/display-scope";
import { useQueries } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";

/** The displays that gates can have. */
export const useGateDisplays = (): Display[] =>
  useQueries({
    queries: gateDisplayScopes.map((module) => callQuery("displays", "GET /displays/{module}", { params: { module } })),
  }).flatMap(({ data = [] }) => data);
