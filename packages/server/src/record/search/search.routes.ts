import { maxResultsPerKind, type SearchResult, searchEndpoints } from "@gatehouse/contract/entities/search";
import { listIdentifiers } from "../../access/identifier-list.ts";
import { handle } from "../../platform/http/call.ts";
import type { Services } from "../../platform/services.ts";
import { findRecords } from "./search.store.ts";
import { findVehicles } from "./vehicle-search.ts";

/** The search of the command palette. */
export const searchRoutes = ({ clock }: Services) =>
  handle(searchEndpoints, {
    "GET /search": async ({ query: { text }, person: { permissions, gateIds }, read }) => {
      const page = { page: 0, size: maxResultsPerKind };
      const [vehicles, identifiers, records] = await Promise.all([
        findVehicles(read, text, { gateIds, now: clock.now() }),
        listIdentifiers(read, { search: text }, page, clock.now()),
        // Accounts concern the whole site.
        findRecords(read, text, { gateIds, seesPeople: permissions.has("people") && gateIds === null }),
      ]);
      const found = identifiers.data.map(
        ({ id, iid, ownerName, orgName, origin }): SearchResult => ({
          kind: "identifiers",
          id,
          title: iid,
          detail: [ownerName, orgName].filter(Boolean).join(" · "),
          scope: origin,
        }),
      );
      return [...vehicles, ...found, ...records];
    },
  });
