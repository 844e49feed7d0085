import type { EventsBehind } from "@gatehouse/contract/entities/overview/overview.schema";
import { eventFigures } from "@gatehouse/contract/events/event-figures";
import type { EventModule } from "@gatehouse/contract/events/event-module";

/** The page of the events of each module that figures count. */
const pages = {
  ANPR_ACCESS_CONTROL: { path: "/access-control/events", title: "Plates" },
  RFID_ACCESS_CONTROL: { path: "/access-control/rfid-events", title: "Tags" },
  LOOP_DETECTOR: { path: "/loop-detector/events", title: "Loops" },
} as const satisfies Partial<Record<EventModule, { path: string; title: string }>>;

/** The page, title and parameters of a list of events. */
export function toEventLink({ module, query, count }: EventsBehind) {
  const { path, title } = pages[module as keyof typeof pages] ?? pages.ANPR_ACCESS_CONTROL;
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
