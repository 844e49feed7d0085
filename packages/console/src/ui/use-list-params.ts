import { useNavigate, useSearch } from "@tanstack/react-router";

/** Search text, page and tab of a list, kept in the URL so that a link can be shared. */
export function useListParams() {
  const { q = "", page = 1, tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = (q: string, page: number, name: string | undefined) =>
    void navigate({
      to: ".",
      search: { ...(q !== "" && { q }), ...(page > 1 && { page }), ...(name !== undefined && { tab: name }) },
      replace: true,
      resetScroll: false,
    });
  return {
    text: q,
    page,
    tab,
    search: (text: string) => go(text, 1, tab),
    turnTo: (number: number) => go(q, number, tab),
    openTab: (name: string) => go("", 1, name),
  };
}
