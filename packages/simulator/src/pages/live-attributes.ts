import { escapeHtml } from "../escape-html.ts";
import type { Live } from "../live.ts";

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
