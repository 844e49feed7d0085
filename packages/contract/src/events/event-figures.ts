import type { EventModule } from "./event-module.ts";

const access = ["ANPR_ACCESS_CONTROL", "RFID_ACCESS_CONTROL"] as const satisfies readonly EventModule[];
const plates = ["ANPR_ACCESS_CONTROL"] as const satisfies readonly EventModule[];

/** What a figure counts. */
interface EventFigure {
  readonly title: string;
  readonly modules: readonly EventModule[];
  /** What an event shows by itself (`event`), what became known later (`mark`), or the entry of a vehicle still inside. */
  readonly kind: "event" | "mark" | "open-stay";
}

/** OPS-2: the figures that are numbers of events. Lists of events can be filtered by each of them. */
export const eventFigures = {
  entries: { title: "Entries", modules: access, kind: "event" },
  exits: { title: "Exits", modules: access, kind: "event" },
  granted: { title: "Granted", modules: access, kind: "event" },
  denied: { title: "Denied", modules: access, kind: "event" },
  reads: { title: "Plate reads", modules: plates, kind: "event" },
  uncertainReads: { title: "Uncertain reads", modules: plates, kind: "event" },
  loopCounts: { title: "Vehicles on loops of gates", modules: ["LOOP_DETECTOR"], kind: "event" },
  barrierFailures: { title: "Barrier failures", modules: access, kind: "mark" },
  falseDenials: { title: "Denied, then admitted", modules: access, kind: "mark" },
  stays: { title: "Completed stays", modules: access, kind: "mark" },
  unpairedEntries: { title: "Entries without exit", modules: access, kind: "mark" },
  unpairedExits: { title: "Exits without entry", modules: access, kind: "mark" },
  inside: { title: "Entries of vehicles still inside", modules: access, kind: "open-stay" },
} as const satisfies Record<string, EventFigure>;

/** The name of a figure that is a number of events. */
export type EventFigureName = keyof typeof eventFigures;

/** Every name. */
export const eventFigureNames = Object.keys(eventFigures) as [EventFigureName, ...EventFigureName[]];
