import type { Gate } from "@gatehouse/contract/entities/gate";
import { minSearchLength, type SearchResult, vehicleKind } from "@gatehouse/contract/entities/search";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
import { withTimes } from "@gatehouse/contract/fields/time";
import type { MenuSection, ModuleKind } from "@gatehouse/contract/modules/module";
import { nounOfKind, pageOfKind } from "@gatehouse/contract/resource-kind";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { call } from "../../api/call.ts";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useWhatIf } from "../../api/use-what-if.ts";
import { formatDateTime } from "../../ui/format-time.ts";
import { toLocalTime } from "../../ui/zoned-time.ts";
import type { PagePath } from "../pages.ts";
import { listPages } from "./page-shortcuts.ts";
import { isMatch, type PaletteChoice, rankMatches } from "./palette-choice.ts";
import { listEntries, pageWords } from "./search-entries.ts";

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

const searchDebounceMs = 200;
const gatesPath = "/access-control/gates-and-actuators";
const eventsPath = "/access-control/events";

/**
 * What the command palette offers for a text: pages and actions, commands of gates, and the records that the server
 * finds. The records come last, so that they don't move what is already shown.
 */
export function usePaletteChoices(sections: readonly MenuSection[], text: string, onOpenGate: (gate: Gate) => void) {
  const navigate = useNavigate();
  const may = useMay();
  const { timeZone } = useSite();
  const pages = usePages(sections);
  const paths = pages.map(({ id }) => id);
  const isTyped = text !== "";
  const entries = isTyped ? listEntries(paths, may, toLocalTime(new Date(), timeZone).slice(0, 10)) : [];
  const parts = entries.map(({ to, search: params, ...entry }): PaletteChoice => {
    const id = `${to}?${new URLSearchParams(params)}#${entry.title}`;
    return { id, ...entry, run: () => void navigate({ to: to as PagePath, ...(params && { search: params }) }) };
  });
  const commands = useGateCommands(isTyped && paths.includes(gatesPath), onOpenGate);
  const search = useSearch(text);
  const records = search.results.flatMap((found): PaletteChoice[] => {
    const place = searchPlace(found, paths);
    const { kind, id, title, detail } = found;
    if (place === undefined) return [];
    const isVehicle = kind === vehicleKind;
    return [
      {
        id: `${kind}.${id}`,
        section: isVehicle ? "Vehicle" : nounOfKind(kind),
        title: isVehicle ? formatPlate(title) : title,
        detail: withTimes(detail, (at) => formatDateTime(at, timeZone)),
        run: () => void navigate(place),
      },
    ];
  });
  const matching = commands.filter((choice) => isMatch(choice, text));
  // The name of a gate is no plate.
  const hasEvents = text.length >= minSearchLength && paths.includes(eventsPath) && matching.length === 0;
  const events: PaletteChoice = {
    id: "/events-of",
    section: "ANPR Events",
    title: `Plates with “${text}”`,
    run: () => void navigate({ to: eventsPath, search: { tab: "all", q: text } }),
  };
  return {
    choices: [...rankMatches([...pages, ...parts], text), ...matching, ...records, ...(hasEvents ? [events] : [])],
    isSearching: search.isSearching,
    isFailed: search.isError,
  };
}

/** The pages of the menu, and actions that work on every page. */
function usePages(sections: readonly MenuSection[]): PaletteChoice[] {
  const navigate = useNavigate();
  const whatIf = useWhatIf();
  const pages = listPages(sections).map(({ path, ...page }) => ({
    ...page,
    id: path as string,
    words: pageWords[path],
    run: () => void navigate({ to: path }),
  }));
  return [
    ...pages,
    ...(pages.some(({ id }) => id === gatesPath)
      ? [
          {
            id: "/what-if",
            title: "What if? Check a plate or tag",
            section: "Access Control",
            run: () => whatIf.open(),
          },
        ]
      : []),
  ];
}

/** A command for each gate that the person may open. */
function useGateCommands(isEnabled: boolean, onOpenGate: (gate: Gate) => void): PaletteChoice[] {
  const may = useMay()("POST /gates/{id}/open");
  const gates = useQuery({ ...callQuery("gates", "GET /gates"), enabled: isEnabled && may });
  if (!isEnabled || !may) return [];
  return (gates.data ?? [])
    .filter(({ boomBarriers }) => boomBarriers.length > 0)
    .map((gate) => ({
      id: `/open-${gate.id}`,
      section: "Command",
      title: `Open ${gate.name}`,
      staysOpen: true,
      run: () => onOpenGate(gate),
    }));
}

/** Asks the server once the person stops typing. A newer text cancels the request. */
function useSearch(text: string) {
  const [settled] = useDebouncedValue(text, searchDebounceMs);
  const isSettled = settled === text;
  const query = useQuery({
    queryKey: ["search", settled],
    queryFn: ({ signal }) => call("GET /search", { query: { text: settled }, signal }),
    enabled: isSettled && text.length >= minSearchLength,
    retry: false,
  });
  // The results of an earlier text must not be chosen for this one.
  return {
    results: isSettled ? (query.data ?? []) : [],
    isSearching: !isSettled || query.isFetching,
    isError: query.isError,
  };
}
