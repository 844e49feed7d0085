import { type SearchResult, vehicleKind } from "@gatehouse/contract/entities/search";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { pageOfKind } from "@gatehouse/contract/resource-kind";
import type { PagePath } from "../pages.ts";

const devicePages: Partial<Record<ModuleKind, PagePath>> = {
  OSD: "/overspeed-detection/settings",
  EPLD: "/epld/settings",
  CAMERA_COUNTING: "/camera-counting/settings",
  ANPR_ACCESS_CONTROL: "/access-control/anpr-settings",
  RFID_ACCESS_CONTROL: "/access-control/rfidos/settings",
  LOOP_DETECTOR: "/loop-detector/settings",
};

/** The pages that list where a vehicle was seen. */
const vehiclePages: readonly PagePath[] = [
  "/access-control/events",
  "/access-control/rfid-events",
  "/overspeed-detection/events",
];

/** Pages that are not in the menu, but always exist. */
const unlisted: readonly string[] = ["/settings/people" satisfies PagePath];

/** Where a found record is shown; undefined if its page is not available. */
export function searchPlace(
  { kind, id, title, scope }: Pick<SearchResult, "kind" | "id" | "title" | "scope">,
  listedPaths: readonly string[],
): { to: string; search: Record<string, string> } | undefined {
  if (kind === vehicleKind) {
    const events = vehiclePages.find((path) => listedPaths.includes(path));
    return events && { to: events, search: { tab: "all", q: title } };
  }
  const home = devicePages[scope as ModuleKind] ?? "/";
  const to = pageOfKind(kind, home);
  if (to === undefined || ![...listedPaths, ...unlisted].includes(to)) return undefined;
  // A list of identifiers has pages, so the record is found by its plate or tag.
  if (kind === "identifiers") return { to, search: { q: title, ...(scope !== "ADMIN" && { tab: scope ?? "" }) } };
  return { to, search: { open: `${kind}.${id}` } };
}
