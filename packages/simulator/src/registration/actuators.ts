import { assertFound } from "@gatehouse/contract/assert-found";
import { findIn } from "@gatehouse/contract/collections";
import type { ApiClient } from "../gatehouse/api-client.ts";
import type { BoardView } from "../hardware/hardware-views.ts";
import { gatePlans } from "../plan/gate-plan.ts";
import { type BoardPlan, boardPlans, lightPlans, type RelayAddress, type RelayPart } from "../plan/hardware-plan.ts";
import type { RegisteredVariables } from "./variables.ts";

/** Ids in Gatehouse by relay: `main-board/1`. */
export type RegisteredActuators = ReadonlyMap<string, number>;

/** Key of a relay in that map. */
export const toRelayKey = ({ board, relay }: Pick<RelayAddress, "board" | "relay">) => `${board}/${relay}`;

const holdSeconds = { buzzer: 2, lamp: 4, light: 2 };

/** Registers barriers, buzzers, lamps and lights, each on its relay. */
export async function registerActuators(
  api: ApiClient,
  boards: readonly BoardView[],
  variables: RegisteredVariables,
): Promise<RegisteredActuators> {
  const [barriers, buzzers, lamps, lights] = await Promise.all([
    api.call("GET /boom-barriers", {}),
    api.call("GET /buzzers", {}),
    api.call("GET /displays/{module}", { params: { module: "anpr-ac" } }),
    api.call("GET /displays/{module}", { params: { module: "epld" } }),
  ]);
  const existing = new Map([...barriers, ...buzzers, ...lamps, ...lights].map(({ name, id }) => [name, id]));
  const ids = new Map<string, number>();
  const relays = [...gatePlans.flatMap(listRelays), ...lightPlans.map(({ relay }) => relay)];
  for (const [index, relay] of relays.entries()) {
    const { label, part } = findWire(relay);
    const { port } = assertFound(
      boards.find(({ name }) => name === relay.board),
      `no board ${relay.board}`,
    );
    const variable = lightPlans.find((light) => light.relay === relay)?.variable;
    const variableId = findIn(variables, variable)?.id ?? 0;
    const entry = { label, uid: String(index + 1), relay, port, variableId };
    ids.set(toRelayKey(relay), existing.get(label) ?? (await creators[part](api, entry)));
  }
  return ids;
}

interface Entry {
  label: string;
  uid: string;
  relay: RelayAddress;
  port: number;
  /** The variable that a light follows; 0 without one. */
  variableId: number;
}

const toAddress = ({ relay, port }: Entry) => ({ ip: "127.0.0.1", port, drv: relay.driver, rel: relay.relay });

const creators: Readonly<Record<RelayPart, (api: ApiClient, entry: Entry) => Promise<number>>> = {
  barrier: async (api, entry) => {
    const additionalInfo = { ...toAddress(entry), ser: `SIM-${entry.uid}`, ...toContacts(entry.relay) };
    return (await api.call("POST /boom-barriers", { body: { uid: entry.uid, name: entry.label, additionalInfo } })).id;
  },
  buzzer: async (api, entry) => {
    const additionalInfo = { ...toAddress(entry), ser: 1, tmr: holdSeconds.buzzer, ind: 0 as const };
    return (await api.call("POST /buzzers", { body: { uid: entry.uid, name: entry.label, additionalInfo } })).id;
  },
  lamp: async (api, entry) => {
    const additionalInfo = { ...toAddress(entry), ind: "r" as const, tmr: holdSeconds.lamp };
    const body = { uid: entry.uid, name: entry.label, scope: "ac" as const, additionalInfo };
    return (await api.call("POST /displays/binary", { body })).id;
  },
  light: async (api, entry) => {
    const additionalInfo = { ...toAddress(entry), tmr: holdSeconds.light };
    const { uid, label: name, variableId } = entry;
    const body = { uid, name, scope: "epld" as const, variableId, additionalInfo };
    return (await api.call("POST /displays/binary", { body })).id;
  },
};

/** The position contacts of a barrier, on the board of its relay. */
function toContacts({ board, relay }: RelayAddress): { openInput?: number; closedInput?: number } {
  const wires = assertFound(
    boardPlans.find(({ name }) => name === board),
    `no board ${board}`,
  ).inputs;
  const findInput = (part: "open-contact" | "closed-contact") =>
    wires.find((wire) => wire.part === part && wire.relay === relay)?.input;
  const [openInput, closedInput] = [findInput("open-contact"), findInput("closed-contact")];
  return { ...(openInput && { openInput }), ...(closedInput && { closedInput }) };
}

const listRelays = ({ barrier, buzzer, lamp }: (typeof gatePlans)[number]) => [
  barrier,
  ...(buzzer ? [buzzer] : []),
  lamp,
];

function findWire({ board, relay }: RelayAddress): BoardPlan["wires"][number] {
  const wire = boardPlans.find(({ name }) => name === board)?.wires.find((candidate) => candidate.relay === relay);
  if (!wire) throw new Error(`Nothing is wired to relay ${relay} of ${board}.`);
  return wire;
}
