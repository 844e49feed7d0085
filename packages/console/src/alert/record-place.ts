import type { ApiKey } from "@gatehouse/contract/api";
import { boardId } from "@gatehouse/contract/hardware-status";
import { useQueries } from "@tanstack/react-query";
import { looseQuery } from "../api/call-query.ts";

/** Where a record is managed: its page, and what to open there. */
export interface RecordPlace {
  readonly name: string;
  readonly to: string;
  readonly open: string | undefined;
}

/** The kinds of records that alerts and faults refer to. */
export type PlacedKind =
  | "access_areas"
  | "ai_devices"
  | "boards"
  | "boom_barriers"
  | "cameras"
  | "displays"
  | "gates"
  | "sensors";

interface Source {
  readonly topic: Exclude<PlacedKind, "boards"> | "buzzers";
  readonly key: ApiKey & `GET ${string}`;
  readonly module?: string;
  readonly to: string;
  /** Name of the record in the URL, if it is not the topic. */
  readonly opens?: string;
}

const gatesPage = "/access-control/gates-and-actuators";
const anprPage = "/access-control/anpr-settings";
const rfidPage = "/access-control/rfidos/settings";
const settingsPages = { osd: "/overspeed-detection/settings", epld: "/epld/settings", cc: "/camera-counting/settings" };
const loopPage = "/loop-detector/settings";

/** The pages of AI devices by the codes of their modules. */
export const aiDevicePages: Readonly<Record<string, string>> = { ...settingsPages, "anpr-ac": anprPage };

const perModule = (topic: "ai_devices" | "displays", key: Source["key"], pages: Readonly<Record<string, string>>) =>
  Object.entries(pages).map(([module, to]): Source => ({ topic, key, module, to }));

const barriers: Source = { topic: "boom_barriers", key: "GET /boom-barriers", to: gatesPage };
const displays = perModule("displays", "GET /displays/{module}", {
  ac: gatesPage,
  "rfid-ac": rfidPage,
  ...settingsPages,
  loop: loopPage,
});
const loops: Source = {
  topic: "sensors",
  key: "GET /sensors/{module}",
  module: "loop",
  to: loopPage,
  opens: "loops",
};
const cameraPages = { ...settingsPages, osd: "/overspeed-detection/lanes-cameras", "anpr-ac": anprPage };

/** The lists that hold records of each kind, and the pages that show them. */
const sources: Record<PlacedKind, readonly Source[]> = {
  access_areas: [{ topic: "access_areas", key: "GET /access/areas", to: "/access/rules" }],
  ai_devices: perModule("ai_devices", "GET /ai-devices/{module}", aiDevicePages),
  // A board is the address of the devices that are wired to it.
  boards: [barriers, { topic: "buzzers", key: "GET /buzzers", to: gatesPage }, ...displays, loops],
  boom_barriers: [barriers],
  cameras: Object.entries(cameraPages).map(([module, to]) => ({
    topic: "cameras",
    key: "GET /cameras/{module}",
    module,
    to,
  })),
  displays,
  gates: [{ topic: "gates", key: "GET /gates", to: gatesPage }],
  sensors: [{ topic: "sensors", key: "GET /sensors/{module}", module: "ac", to: rfidPage }, loops],
};

interface Listed {
  readonly id: number;
  readonly name?: string;
  readonly label?: string;
  readonly additionalInfo?: { readonly ip?: unknown; readonly port?: unknown };
}

const isOnBoard = ({ additionalInfo: { ip, port } = {} }: Listed, board: string): boolean =>
  typeof ip === "string" && boardId({ host: ip, port: Number(port) }) === board;

/** Finds a record and the page that shows it; undefined while it loads and if it does not exist. */
export function useRecordPlace(kind: PlacedKind, id: string | number): RecordPlace | undefined {
  const lists = useQueries({
    queries: sources[kind].map(({ topic, key, module }) =>
      looseQuery<readonly Listed[]>(topic, key, module === undefined ? {} : { params: { module } }),
    ),
  });
  const isIt = (record: Listed) =>
    kind === "boards" ? isOnBoard(record, String(id)) : String(record.id) === String(id);
  for (const [index, { to, topic, opens = topic }] of sources[kind].entries()) {
    const found = lists[index]?.data?.find(isIt);
    if (!found) continue;
    if (kind === "boards") return { name: String(id), to, open: undefined };
    return { name: found.name ?? found.label ?? `#${id}`, to, open: `${opens}.${found.id}` };
  }
  return undefined;
}
