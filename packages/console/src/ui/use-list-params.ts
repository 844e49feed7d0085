import { useNavigate, useSearch } from "@tanstack/react-router";

/** A list's search text, page and tab, which live in the address so that a link shows a colleague the same thing. */
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
