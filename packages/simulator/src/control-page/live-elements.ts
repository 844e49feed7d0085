import { escapeHtml } from "../rendering/escape-html.ts";

/** Everything on the control page that changes by itself: by key, a state to be styled, a text, or a piece of HTML. */
export interface Live {
  readonly state: Readonly<Record<string, string>>;
  readonly text: Readonly<Record<string, string>>;
  readonly html: Readonly<Record<string, string>>;
}

/** The attributes of an element whose look follows a state. */
export const state = (live: Live, key: string) =>
  `data-live="${escapeHtml(key)}" data-state="${escapeHtml(live.state[key] ?? "")}"`;

/** An element whose text follows. */
export const text = (live: Live, tag: string, key: string, attributes = "") =>
  `<${tag} ${attributes} data-text="${escapeHtml(key)}">${escapeHtml(live.text[key] ?? "")}</${tag}>`;

/** An element whose content follows. */
export const html = (live: Live, tag: string, key: string, attributes = "") =>
  `<${tag} ${attributes} data-html="${escapeHtml(key)}">${live.html[key] ?? ""}</${tag}>`;

/** A row of buttons of which one is pressed, as the state says. */
export const choices = (live: Live, key: string, name: string, titles: Readonly<Record<string, string>>) =>
  Object.entries(titles)
    .map(
      ([value, title]) =>
        `<button name="${name}" value="${value}" data-choice="${escapeHtml(key)}" aria-pressed="${live.state[key] === value}">${escapeHtml(title)}</button>`,
    )
    .join("\n");
