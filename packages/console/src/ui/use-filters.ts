import { useNavigate, useSearch } from "@tanstack/react-router";

/** Filters of a list, which live in the address so that a link shows a colleague the same thing. */
export function useFilters<const Name extends "lp" | "rfid">(names: readonly Name[]) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const filters = Object.fromEntries(
    names.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  ) as { [N in Name]?: string };
  const filter = (name: Name, text: string) => {
    const { [name]: _, ...others } = search;
    void navigate({
      to: ".",
      search: { ...others, ...(text !== "" && { [name]: text }) },
      replace: true,
      resetScroll: false,
    });
  };
  return [filters, filter] as const;
}
