import { asText } from "@gatehouse/contract/fields/as-text";
import { escapeHtml } from "../rendering/escape-html.ts";

/** The live parts of the control page by key: states for styling, texts and HTML. */
export interface LiveState {
  readonly state: Readonly<Record<string, string>>;
  readonly text: Readonly<Record<string, string>>;
  readonly html: Readonly<Record<string, string>>;
}

/** Attributes of an element that is styled by a live state. */
export const liveState = (live: LiveState, key: string) =>
  `data-live="${escapeHtml(key)}" data-state="${escapeHtml(asText(live.state[key]))}"`;

export const liveText = (live: LiveState, tag: string, key: string, attributes = "") =>
  `<${tag} ${attributes} data-live-text="${escapeHtml(key)}">${escapeHtml(asText(live.text[key]))}</${tag}>`;

/** An element with live HTML content. */
export const liveHtml = (live: LiveState, tag: string, key: string, attributes = "") =>
  `<${tag} ${attributes} data-live-html="${escapeHtml(key)}">${asText(live.html[key])}</${tag}>`;

/** Buttons of which the one that matches the live state is pressed. */
export const liveButtons = (live: LiveState, key: string, name: string, titles: Readonly<Record<string, string>>) =>
  Object.entries(titles)
    .map(
      ([value, title]) =>
        `<button name="${name}" value="${value}" data-live-button="${escapeHtml(key)}" aria-pressed="${live.state[key] === value}">${escapeHtml(title)}</button>`,
    )
    .join("\n");
