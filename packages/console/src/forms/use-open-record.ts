import type { LiveTopic } from "@gatehouse/contract/entities/live";
import { useNavigate, useSearch } from "@tanstack/react-router";

/** Names the kind of an open record in the URL: a topic, or one of several views of a topic's records. */
export type RecordName =
  | LiveTopic
  | "watch_list"
  | "loops"
  | "values"
  | "mappings"
  | "pictures"
  | "dashboards"
  | "stays";

/**
 * Which record is open: an id, a new one, or none. It is kept in the URL as `gates.12`; a record that is opened inside
 * another one as `ai_devices.3.cameras.12`.
 */
export function useOpenRecord(resource: RecordName, inside = "") {
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
    /** The kind of record that is being added; empty if there is only one kind. */
    newKind: kind,
    id: name === resource && kind === undefined ? Number.parseInt(which, 10) : undefined,
    /** A record of this kind as the URL names it. */
    nameOf: (id: number) => `${prefix}${resource}.${id}`,
    openNew: (kind = "") => go(`${prefix}${resource}.new${kind && `-${kind}`}`),
    /** Adds a record of another kind, without a new entry in the browser history. */
    turnNew: (kind: string) => go(`${prefix}${resource}.new-${kind}`, true),
    open: (id: number) => go(`${prefix}${resource}.${id}`),
    /** Opens another record in place of this one, without a new entry in the browser history. */
    turn: (id: number) => go(`${prefix}${resource}.${id}`, true),
    close: () => go(inside),
  };
}
