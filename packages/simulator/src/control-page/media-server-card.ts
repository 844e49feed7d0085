import type { MediaServerView } from "../media/media-server-view.ts";
import { httpFaultTitles } from "../network/http-fault.ts";
import { escapeHtml } from "../rendering/escape-html.ts";
import { type LiveState, liveButtons, liveText } from "./live-elements.ts";

/** Renders the media server: its faults, viewers, and a link to the picture of each camera. */
export function renderMediaServerCard(live: LiveState, { port, cameras }: MediaServerView): string {
  const links = Object.entries(cameras).map(([source, { frame }]) => `<a href="${frame}">${escapeHtml(source)}</a>`);
  return `<article><div>
<h2>Media server <small>HTTP and WebSocket · 127.0.0.1:${port}</small></h2>
<form method="post" action="/media/set-fault" data-live-form class="choices">${liveButtons(live, "fault:media", "fault", httpFaultTitles)}</form>
<p>${liveText(live, "span", "viewers")} · Pictures: ${links.join(" · ")}</p>
</div></article>`;
}
