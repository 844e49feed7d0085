import type { ScreenLink } from "../gatehouse/gatehouse-link.ts";
import { escapeHtml } from "../rendering/escape-html.ts";

/** Renders the links of the multimedia displays, which browsers show. */
export const renderScreenLinks = (links: readonly ScreenLink[]): string =>
  links.length === 0
    ? "<p>No multimedia displays registered in Gatehouse.</p>"
    : `<ul>${links
        .map(
          ({ label, url }) =>
            `<li><a href="${escapeHtml(url)}" target="_blank" rel="noreferrer">${escapeHtml(label)}</a></li>`,
        )
        .join("")}</ul>`;
