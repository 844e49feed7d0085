import { useNavigate, useSearch } from "@tanstack/react-router";

/**
 * Which record of a resource is open: an id, a new one, or none. It lives in the address, as `gates.12`; one inside
 * another that stays open behind it as `ai_devices.3.cameras.12`.
 */
export function useOpenRecord(resource: string, inside = "") {
  const { open: opened = "", ...others } = useSearch({ strict: false });
  const navigate = useNavigate();
  const prefix = inside && `${inside}.`;
  const [, name, which = ""] = opened.startsWith(prefix)
    ? (/^(\w+)\.(.*)$/s.exec(opened.slice(prefix.length)) ?? [])
    : [];
  const go = (open: string, replace = false) =>
    void navigate({
      to: ".",
      search: { ...others, ...(open !== "" && { open }) },
      resetScroll: false,
      replace,
    });
  const [, kind] = name === resource ? (/^new-?(.*)$/s.exec(which) ?? []) : [];
  return {
    /** The kind of record that is being added; an empty text where there is only one. */
    newKind: kind,
    id: name === resource && kind === undefined ? Number.parseInt(which, 10) : undefined,
    openNew: (kind = "") => go(`${prefix}${resource}.new${kind && `-${kind}`}`),
    open: (id: number) => go(`${prefix}${resource}.${id}`),
    /** Goes on to another one, without a step of its own in the browser's history. */
    turn: (id: number) => go(`${prefix}${resource}.${id}`, true),
    close: () => go(inside),
  };
}
