import { useNavigate, useSearch } from "@tanstack/react-router";

/** Which record of a resource is open in its dialog: an id, a new one, or none. It lives in the address. */
export function useOpenRecord(resource: string) {
  const { open: opened = "", ...others } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [name, which] = opened.split(".");
  const go = (open: string | undefined) =>
    void navigate({
      to: ".",
      search: { ...others, ...(open !== undefined && { open }) },
      resetScroll: false,
    });
  const [, kind] = name === resource ? (/^new-?(.*)$/.exec(which ?? "") ?? []) : [];
  return {
    /** The kind of record that is being added; an empty text where there is only one. */
    newKind: kind,
    id: name === resource && kind === undefined ? Number(which) : undefined,
    openNew: (kind = "") => go(`${resource}.new${kind && `-${kind}`}`),
    open: (id: number) => go(`${resource}.${id}`),
    close: () => go(undefined),
  };
}
