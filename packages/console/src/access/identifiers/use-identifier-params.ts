import {
  editableOrigin,
  type IdentifierFilter,
  type IdentifierOrigin,
  identifierFilters,
  identifierOrigins,
} from "@gatehouse/contract/entities/identifier/identifier";
import { useNavigate, useSearch } from "@tanstack/react-router";

interface Place {
  origin: IdentifierOrigin;
  text: string;
  filter: IdentifierFilter | undefined;
  /** Only the members of this group. */
  group: number | undefined;
  page: number;
}

/** Filters and page of the identifier list, kept in the URL so that a link can be shared. */
export function useIdentifierParams() {
  const { q = "", page = 1, tab, filter, group } = useSearch({ from: "/shell/access-control/ids" });
  const navigate = useNavigate();
  const place: Place = {
    origin: identifierOrigins.find((origin) => origin === tab) ?? editableOrigin,
    text: q,
    filter: identifierFilters.find((known) => known === filter),
    group: Number(group) || undefined,
    page: Number.isInteger(page) ? Math.max(page, 1) : 1,
  };
  const go = (to: Partial<Place>) => {
    const { origin, text, filter, group, page } = { ...place, page: 1, ...to };
    void navigate({
      to: ".",
      search: {
        ...(origin !== editableOrigin && { tab: origin }),
        ...(text !== "" && { q: text }),
        ...(filter !== undefined && { filter }),
        ...(group !== undefined && { group: String(group) }),
        ...(page > 1 && { page }),
      },
      replace: true,
      resetScroll: false,
    });
  };
  return { ...place, go };
}
