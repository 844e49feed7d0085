import { accessMessages, type DisplayScope } from "@gatehouse/contract/entities/display/display-scope";
import { ensured, type SiteApi } from "../gatehouse/api-client.ts";
import type { ListedSign } from "../hardware/hardware-views.ts";
import type { Variables } from "./variables.ts";

/** The displays' ids in Gatehouse by the signs' own names. */
export type Signs = ReadonlyMap<string, number>;

interface SignText {
  readonly scope: DisplayScope;
  readonly idle: readonly string[];
  /** Rows that follow variables: label, and the variable's scope and name. */
  readonly rows: readonly (readonly [label: string, variable: string])[];
}

const texts: Readonly<Record<string, SignText>> = {
  "entry-sign": { scope: "ac", idle: ["WELCOME TO", "LAKEVIEW TOWERS"], rows: [] },
  "exit-sign": { scope: "ac", idle: ["GOODBYE", "DRIVE SAFELY"], rows: [] },
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

/** Enters the signs with their idle messages and the variables that their rows follow. */
export async function enterSigns(api: SiteApi, signs: readonly ListedSign[], variables: Variables): Promise<Signs> {
  const entered = new Map<string, number>();
  for (const [index, sign] of signs.entries()) {
    const text = texts[sign.name];
    if (!text) continue;
    const { scope } = text;
    const existing = await api.call("GET /displays/{module}", { params: { module: scope } });
    const { id } = await ensured(
      existing,
      ({ name }) => name === sign.label,
      () => api.call("POST /displays/grid", { body: draft(sign, text, String(101 + index), variables) }),
    );
    entered.set(sign.name, id);
  }
  return entered;
}

function draft(sign: ListedSign, { scope, idle, rows }: SignText, uid: string, variables: Variables) {
  const { label: name, ip, port, chars } = sign;
  const followed = rows.flatMap(([label, variable]) => {
    const variableId = variables.get(variable)?.id;
    return variableId === undefined ? [] : [{ label, variableId }];
  });
  const additionalInfo = {
    ip,
    port,
    chars,
    rows: sign.rows,
    drv: "text-tcp",
    idl: [...idle],
    tmr: messageSeconds,
    accessControl: { accessGrantedMessage: accessMessages.granted, accessDeniedMessage: accessMessages.denied },
    variables: followed,
  };
  return { uid, name, scope, additionalInfo };
}
