import { boardFaultTitles } from "../hardware/hardware-fault.ts";
import type { ListedBoard } from "../hardware/hardware-views.ts";
import type { BoardPlan, SignPlan } from "../plan/hardware-plan.ts";
import { escapeHtml } from "../rendering/escape-html.ts";
import type { Live } from "./live-elements.ts";
import { choices, html, state, text } from "./live-elements.ts";

const faults = (live: Live, name: string) =>
  `<form method="post" action="/boards/${name}/behave" data-quiet class="choices">${choices(live, `fault:${name}`, "fault", boardFaultTitles)}</form>`;

/** A relay board: its relays as lamps, what it was told last, and what can be wrong with it. */
export function boardCard(live: Live, { name, label, speaks, relays, wires }: BoardPlan): string {
  const lamps = Array.from({ length: relays }, (_, index) => {
    const wire = wires.find(({ relay }) => relay === index + 1);
    return `<li ${state(live, `relay:${name}/${index + 1}`)}><b>${index + 1}</b> ${escapeHtml(wire?.label ?? "unused")}</li>`;
  });
  const words = speaks === "modbus-tcp" ? "Modbus TCP" : "HTTP: state.xml and JSON-RPC";
  return `<article><div>
<h2>${escapeHtml(label)} <small>${words} · ${text(live, "span", `port:${name}`)}</small></h2>
<ul class="relays">${lamps.join("")}</ul>
${faults(live, name)}
<details><summary>What it was told</summary>${html(live, "ol", `told:${name}`, 'class="log"')}</details>
</div></article>`;
}

/** What a board was told, the latest first. */
export const boardLog = ({ commands }: ListedBoard): string =>
  commands
    .slice(-12)
    .reverse()
    .map(({ at, relay, does, pulseMs, isObeyed }) => {
      const pulse = pulseMs === null ? "" : ` for ${pulseMs} ms`;
      return `<li><time>${at.slice(11, 23)}</time> relay ${relay} ${does}${pulse}${isObeyed ? "" : " <em>not done</em>"}</li>`;
    })
    .join("");

/** A sign: what it shows, and what can be wrong with it. */
export const signCard = (live: Live, { name, label }: SignPlan): string => `<article class="board"><div>
<h2>${escapeHtml(label)} <small>Text over TCP · ${text(live, "span", `port:${name}`)}</small></h2>
${html(live, "div", `sign:${name}`, 'class="panel"')}
${faults(live, name)}
</div></article>`;
