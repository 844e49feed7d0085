import { escapeHtml } from "../rendering/escape-html.ts";

/** Something that happened on the site. */
export interface Happened {
  readonly at: string;
  readonly kind: "said" | "relay" | "sign";
  readonly text: string;
  /** How it ended, in a word or two. */
  readonly end: string;
  readonly isGood: boolean;
}

const marks: Readonly<Record<Happened["kind"], string>> = {
  said: "Said to Gatehouse",
  relay: "Told by Gatehouse",
  sign: "Told by Gatehouse",
};

// The page is only ever looked at on the machine that it comes from.
const clock = (at: string) => new Date(at).toLocaleTimeString("en-GB");

/** What happened last, the latest first. */
export const happenedList = (list: readonly Happened[], most: number): string =>
  [...list]
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, most)
    .map(
      ({ at, kind, text, end, isGood }) =>
        `<li class="${kind}"><time>${clock(at)}</time><i title="${marks[kind]}"></i><span>${escapeHtml(text)}</span><b class="${isGood ? "good" : "bad"}">${escapeHtml(end)}</b></li>`,
    )
    .join("");
