import { keptAlive, type PayloadReader, plainResponse } from "./feed.ts";
import { isObject, textOf } from "./payload-values.ts";

const words = new Set(["heartbeat", "keepalive", "alive"]);
const plain = (text: string) => text.toLowerCase().replaceAll(/[_\s-]/g, "");

/** Whether a text is nothing but the word that a device sends to stay connected. */
export const isKeepAliveWord = (text: string): boolean => text.length <= 40 && words.has(plain(text));

const kindNames = ["type", "event", "eventtype", "messagetype", "message", "status", "name"];

/** What a device sends about itself beside an empty list, with or without "id" or "name" at the end. Other names may hold a plate. */
const ownNames = new Set([
  ..."reader device sensor sensorprovider camera antenna antennaport channel lane site host serial ip mac".split(" "),
  ..."ipaddress macaddress serialnumber version firmware seq sequence count total".split(" "),
  ..."time timestamp date datetime uptime".split(" "),
  ...kindNames,
  "",
]);
const isOwnName = (name: string) => ownNames.has(plain(name).replace(/(?:id|name)$/, ""));
const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
const isOwn = ([name, value]: readonly [string, unknown]) =>
  value === null || typeof value === "boolean" || (isOwnName(name) && typeof value !== "object");

/** A list without entries, a device's empty lists, or an object that calls itself a heartbeat. */
function isKeepAlive(json: unknown): boolean {
  if (isEmpty(json)) return true;
  if (!isObject(json)) return false;
  const members = Object.entries(json);
  const others = members.filter(([, value]) => !isEmpty(value));
  if (others.length < members.length && others.every(isOwn)) return true;
  return members.some(
    ([name, value]) =>
      isKeepAliveWord(name) || (kindNames.includes(plain(name)) && isKeepAliveWord(textOf(value) ?? "")),
  );
}

/** Messages of any device that only show that it is connected: AXIS' heartbeat, the empty lists of Impinj. */
export const keepAlive: PayloadReader = {
  title: "Keep-alive",
  recognises: ({ json, text }) => isKeepAlive(json) || isKeepAliveWord(text),
  read: () => keptAlive(),
  response: plainResponse,
};
