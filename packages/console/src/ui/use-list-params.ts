import { useNavigate, useSearch } from "@tanstack/react-router";

/** Search text and page of a list, kept in the URL so that a link can be shared. */
export function useListParams() {
  const { q = "", page = 1 } = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = (q: string, page: number) =>
    void navigate({
      to: ".",
      search: { ...(q !== "" && { q }), ...(page > 1 && { page }) },
      replace: true,
      resetScroll: false,
    });
  return {
    text: q,
    page,
    search: (text: string) => go(text, 1),
    turnTo: (number: number) => go(q, number),
  };
}
