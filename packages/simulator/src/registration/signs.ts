import { accessMessages, type DisplayScope } from "@gatehouse/contract/entities/display/display";
import { type ApiClient, findOrCreate } from "../gatehouse/api-client.ts";
import type { SignView } from "../hardware/hardware-views.ts";
import type { RegisteredVariables } from "./variables.ts";

/** Display ids in Gatehouse by the sign's name in the control API. */
export type RegisteredSigns = ReadonlyMap<string, number>;

interface SignText {
  readonly scope: DisplayScope;
  readonly idle: readonly string[];
  /** Rows that show a variable: the label, and the scope and name of the variable. */
  readonly rows: readonly (readonly [label: string, variable: string])[];
}

const signTexts: Readonly<Record<string, SignText>> = {
  "entry-sign": { scope: "ac", idle: ["WELCOME TO", "LAKEVIEW TOWERS"], rows: [] },
  "exit-sign": { scope: "rfid-ac", idle: ["GOODBYE", "DRIVE SAFELY"], rows: [] },
  "visitors-sign": { scope: "ac", idle: ["VISITORS", "PLEASE WAIT"], rows: [] },
  "places-sign": {
    scope: "cc",
    idle: [],
    rows: [
      ["FREE PLACES", "cc/Free places"],
      ["CARS INSIDE", "cc/Cars inside"],
      ["CAPACITY", "cc/Capacity"],
    ],
  },
  "deck-sign": {
    scope: "epld",
    idle: [],
    rows: [
      ["DECK 1 EAST", "epld/Deck 1 east free"],
      ["DECK 1 WEST", "epld/Deck 1 west free"],
      ["BASEMENT N", "epld/Basement north free"],
      ["ALL DECKS", "epld/All decks free"],
    ],
  },
  "road-sign": { scope: "osd", idle: ["MAX 30 KMPH"], rows: [] },
};

const messageSeconds = 5;

/** Registers the signs with their idle messages and the variables of their rows. */
export async function registerSigns(
  api: ApiClient,
  signs: readonly SignView[],
  variables: RegisteredVariables,
): Promise<RegisteredSigns> {
  const ids = new Map<string, number>();
  for (const [index, sign] of signs.entries()) {
    const text = signTexts[sign.name];
    if (!text) continue;
    const { scope } = text;
    const existing = await api.call("GET /displays/{module}", { params: { module: scope } });
    const { id } = await findOrCreate(
      existing,
      ({ name }) => name === sign.label,
      () => api.call("POST /displays/grid", { body: toDraft(sign, text, String(101 + index), variables) }),
    );
    ids.set(sign.name, id);
  }
  return ids;
}

function toDraft(sign: SignView, { scope, idle, rows }: SignText, uid: string, variables: RegisteredVariables) {
  const { label: name, ip, port, chars } = sign;
  const shownVariables = rows.flatMap(([label, variable]) => {
    const variableId = variables.get(variable)?.id;
    return variableId === undefined ? [] : [{ label, variableId }];
  });
  const additionalInfo = {
    ip,
    port,
    chars,
    rows: sign.rows,
    drv: sign.driver,
    idl: [...idle],
    tmr: messageSeconds,
    accessControl: { accessGrantedMessage: accessMessages.granted, accessDeniedMessage: accessMessages.denied },
    variables: shownVariables,
  };
  return { uid, name, scope, community: sign.community, additionalInfo };
}
