import { hardwareFaultTitles } from "../hardware/hardware-fault.ts";
import type { BoardView } from "../hardware/hardware-views.ts";
import type { BoardPlan, SignPlan, SimulatedSignDriver } from "../plan/hardware-plan.ts";
import { escapeHtml } from "../rendering/escape-html.ts";
import { type LiveState, liveButtons, liveHtml, liveState, liveText } from "./live-elements.ts";

const maxLogLines = 12;

const renderFaults = (live: LiveState, name: string) =>
  `<form method="post" action="/boards/${name}/set-fault" data-live-form class="choices">${liveButtons(live, `fault:${name}`, "fault", hardwareFaultTitles)}</form>`;

const stuckTitles = { normal: "Normal", stuck: "Stuck" };

/** Renders the inputs of a board, with a fault for each loop. */
function renderInputs(live: LiveState, { name, inputs }: BoardPlan): string {
  if (inputs.length === 0) return "";
  const items = inputs.map(
    ({ input, label }) => `<li ${liveState(live, `input:${name}/${input}`)}><b>${input}</b> ${escapeHtml(label)}</li>`,
  );
  const loops = inputs
    .filter(({ part }) => part === "loop")
    .map(({ input, label }) => renderPart(live, name, { action: "set-loop", key: "input", number: input, label }));
  return `<h3>Inputs</h3><ul class="relays">${items.join("")}</ul>${loops.join("")}`;
}

const renderArms = (live: LiveState, { name, wires }: BoardPlan) =>
  wires
    .filter(({ part }) => part === "barrier")
    .map(({ relay, label }) => renderPart(live, name, { action: "set-arm", key: "relay", number: relay, label }))
    .join("");

interface FaultyPart {
  readonly action: "set-arm" | "set-loop";
  readonly key: "relay" | "input";
  readonly number: number;
  readonly label: string;
}

const renderPart = (live: LiveState, board: string, { action, key, number, label }: FaultyPart) =>
  `<form method="post" action="/boards/${board}/${action}" data-live-form class="choices"><input type="hidden" name="${key}" value="${number}"><span class="label">${escapeHtml(label)}</span>${liveButtons(live, `${action}:${board}/${number}`, "fault", stuckTitles)}</form>`;

/** Renders a relay board: its relays, faults and command log. */
export function renderBoardCard(live: LiveState, plan: BoardPlan): string {
  const { name, label, protocol, relays, wires } = plan;
  const items = Array.from({ length: relays }, (_, index) => {
    const wire = wires.find(({ relay }) => relay === index + 1);
    return `<li ${liveState(live, `relay:${name}/${index + 1}`)}><b>${index + 1}</b> ${escapeHtml(wire?.label ?? "not wired")}</li>`;
  });
  const protocolText = protocol === "modbus-tcp" ? "Modbus TCP" : "HTTP: state.xml and JSON-RPC";
  return `<article><div>
<h2>${escapeHtml(label)} <small>${protocolText} · ${liveText(live, "span", `port:${name}`)}</small></h2>
<ul class="relays">${items.join("")}</ul>
${renderInputs(live, plan)}
${renderFaults(live, name)}
${renderArms(live, plan)}
<details><summary>Command log</summary>${liveHtml(live, "ol", `log:${name}`, 'class="log"')}</details>
</div></article>`;
}

/** Renders the command log of a board, newest first. */
export const renderBoardLog = ({ commands }: BoardView): string =>
  commands
    .slice(-maxLogLines)
    .reverse()
    .map(({ at, relay, action, pulseMs, isExecuted }) => {
      const pulse = pulseMs === null ? "" : ` for ${pulseMs} ms`;
      return `<li><time>${at.slice(11, 23)}</time> relay ${relay} ${action}${pulse}${isExecuted ? "" : " <em>not done</em>"}</li>`;
    })
    .join("");

const signProtocols: Readonly<Record<SimulatedSignDriver, string>> = {
  "text-tcp": "Text over TCP",
  "ntcip-1203": "NTCIP 1203 over SNMP (UDP)",
};

/** Renders a sign: its text and faults. */
export const renderSignCard = (
  live: LiveState,
  { name, label, driver }: SignPlan,
): string => `<article class="board"><div>
<h2>${escapeHtml(label)} <small>${signProtocols[driver]} · ${liveText(live, "span", `port:${name}`)}</small></h2>
${liveHtml(live, "div", `sign:${name}`, 'class="panel"')}
${renderFaults(live, name)}
</div></article>`;
