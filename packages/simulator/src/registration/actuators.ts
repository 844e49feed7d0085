import type { SiteApi } from "../gatehouse/api-client.ts";
import type { ListedBoard } from "../hardware/hardware-views.ts";
import { gatePlans } from "../plan/gate-plan.ts";
import { type BoardPlan, boardPlans, lightPlans, type RelayPart, type RelayPlace } from "../plan/hardware-plan.ts";
import type { Variables } from "./variables.ts";

/** Ids in Gatehouse by relay: `main-board/1`. */
export type Actuators = ReadonlyMap<string, number>;

/** How a relay is named in that map. */
export const relayKey = ({ board, relay }: Pick<RelayPlace, "board" | "relay">) => `${board}/${relay}`;

const seconds = { buzzer: 2, lamp: 4, light: 2 };

/** Enters barriers, buzzers and indicators, each on its relay of a simulated board. */
export async function enterActuators(
  api: SiteApi,
  boards: readonly ListedBoard[],
  variables: Variables,
): Promise<Actuators> {
  const [barriers, buzzers, lamps, lights] = await Promise.all([
    api.call("GET /boom-barriers", {}),
    api.call("GET /buzzers", {}),
    api.call("GET /displays/{module}", { params: { module: "anpr-ac" } }),
    api.call("GET /displays/{module}", { params: { module: "epld" } }),
  ]);
  const existing = new Map([...barriers, ...buzzers, ...lamps, ...lights].map(({ name, id }) => [name, id]));
  const entered = new Map<string, number>();
  const places = [...gatePlans.flatMap(placesOf), ...lightPlans.map(({ place }) => place)];
  for (const [index, place] of places.entries()) {
    const { label, part } = wireOf(place);
    const port = boards.find(({ name }) => name === place.board)?.port ?? 0;
    const followed = lightPlans.find((light) => light.place === place)?.variable ?? "";
    const entry = { label, uid: String(index + 1), place, port, variableId: variables.get(followed)?.id ?? 0 };
    entered.set(relayKey(place), existing.get(label) ?? (await adders[part](api, entry)));
  }
  return entered;
}

interface Entry {
  label: string;
  uid: string;
  place: RelayPlace;
  port: number;
  /** What a light follows; 0 stands for none. */
  variableId: number;
}

const at = ({ place, port }: Entry) => ({ ip: "127.0.0.1", port, drv: place.driver, rel: place.relay });

const adders: Readonly<Record<RelayPart, (api: SiteApi, entry: Entry) => Promise<number>>> = {
  barrier: async (api, entry) => {
    const additionalInfo = { ...at(entry), ser: `SIM-${entry.uid}` };
    return (await api.call("POST /boom-barriers", { body: { uid: entry.uid, name: entry.label, additionalInfo } })).id;
  },
  buzzer: async (api, entry) => {
    const additionalInfo = { ...at(entry), ser: 1, tmr: seconds.buzzer, ind: 1 as const };
    return (await api.call("POST /buzzers", { body: { uid: entry.uid, name: entry.label, additionalInfo } })).id;
  },
  lamp: async (api, entry) => {
    const additionalInfo = { ...at(entry), ind: "r" as const, tmr: seconds.lamp };
    const body = { uid: entry.uid, name: entry.label, scope: "ac" as const, additionalInfo };
    return (await api.call("POST /displays/binary", { body })).id;
  },
  light: async (api, entry) => {
    const additionalInfo = { ...at(entry), tmr: seconds.light };
    const { uid, label: name, variableId } = entry;
    const body = { uid, name, scope: "epld" as const, variableId, additionalInfo };
    return (await api.call("POST /displays/binary", { body })).id;
  },
};

const placesOf = ({ barrier, buzzer, lamp }: (typeof gatePlans)[number]) => [
  barrier,
  ...(buzzer ? [buzzer] : []),
  lamp,
];

function wireOf({ board, relay }: RelayPlace): BoardPlan["wires"][number] {
  const wire = boardPlans.find(({ name }) => name === board)?.wires.find((one) => one.relay === relay);
  if (!wire) throw new Error(`Nothing is wired to relay ${relay} of ${board}.`);
  return wire;
}
