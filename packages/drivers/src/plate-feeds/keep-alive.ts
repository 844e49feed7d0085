import { keptAlive, type PayloadReader, plainAnswer } from "./feed.ts";
import { isObject, textOf } from "./payload-values.ts";

const words = new Set(["heartbeat", "keepalive", "alive"]);
const plain = (text: string) => text.toLowerCase().replaceAll(/[_\s-]/g, "");

/** Whether a text is nothing but the word that a device sends to stay connected. */
export const isKeepAliveWord = (text: string): boolean => text.length <= 40 && words.has(plain(text));

const kindNames = ["type", "event", "eventtype", "messagetype", "message", "status", "name"];

/** A list without entries, an object whose lists have none, or one that calls itself a heartbeat. */
function isKeepAlive(json: unknown): boolean {
  if (Array.isArray(json)) return json.length === 0;
  if (!isObject(json)) return false;
  const members = Object.entries(json);
  const lists = members.map(([, value]) => value).filter(Array.isArray);
  const isEmptyList = lists.length > 0 && lists.every((list) => list.length === 0);
  const hasContent = members.some(([, value]) => isObject(value));
  if (isEmptyList && !hasContent) return true;
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
  answer: plainAnswer,
};
