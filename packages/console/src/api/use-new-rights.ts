import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { ownAccountQuery } from "./own-account.ts";

/** Loads everything again when the person's permissions or gates change: the server may now answer otherwise. */
export function useNewRights(): void {
  const queries = useQueryClient();
  const { data } = useQuery(ownAccountQuery);
  const rights = data && JSON.stringify([data.permissions, data.gateIds]);
  const known = useRef(rights);
  useEffect(() => {
    if (known.current !== undefined && rights !== known.current) void queries.invalidateQueries();
    known.current = rights;
  }, [queries, rights]);
}
