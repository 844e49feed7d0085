import type { EventsBehind } from "@gatehouse/contract/entities/overview";
import type { FigureName } from "@gatehouse/contract/entities/overview-figures";
import { eventFigures } from "@gatehouse/contract/events/event-fields";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { call } from "../../api/call.ts";

/** The page of the events of each module that figures count. */
const pages = {
  ANPR_ACCESS_CONTROL: { path: "/access-control/events", title: "Plates" },
  RFID_ACCESS_CONTROL: { path: "/access-control/rfid-events", title: "Tags" },
  LOOP_DETECTOR: { path: "/loop-detector/events", title: "Loops" },
} as const satisfies Partial<Record<EventModule, { path: string; title: string }>>;

const pageOf = (module: EventModule) => pages[module as keyof typeof pages] ?? pages.ANPR_ACCESS_CONTROL;

/** The page of a module's events. */
export const eventPage = (module: EventModule) => pageOf(module).path;

/** The page, title and parameters of a list of events. */
export function toEventLink({ module, query, count }: EventsBehind) {
  const { path, title } = pageOf(module);
  const { figure, from, to, gates } = query;
  const search = {
    figure,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(gates !== undefined && { gates }),
  };
  return { path, title, search, count };
}

/** The lists of a figure; if several are about the same reads, each says what it counts: "Entries: plates". */
export function toEventLinks(lists: readonly EventsBehind[]) {
  const isMixed = new Set(lists.map(({ module }) => module)).size < lists.length;
  return lists.map((list) => {
    const link = toEventLink(list);
    return isMixed ? { ...link, title: `${eventFigures[list.query.figure].title}: ${link.title.toLowerCase()}` } : link;
  });
}

/** The longest of the lists behind a figure of a period. */
export async function findEvents(name: FigureName, period: { from: string; to: string }) {
  const { figures } = await call("GET /overview", { query: period });
  const lists = figures.filter((figure) => figure.name === name).flatMap(({ events }) => events.map(toEventLink));
  return lists.sort((one, other) => other.count - one.count)[0];
}
