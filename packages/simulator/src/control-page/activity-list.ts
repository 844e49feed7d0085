import { escapeHtml } from "../rendering/escape-html.ts";
import type { Site } from "../site/site.ts";

/** An event sent to Gatehouse, or a command from it. */
export interface ActivityEntry {
  readonly at: Date;
  readonly kind: "event" | "relay" | "sign";
  readonly text: string;
  /** One or two words. */
  readonly outcome: string;
  readonly isOk: boolean;
}

const maxEntries = 24;

const kindTitles: Readonly<Record<ActivityEntry["kind"], string>> = {
  event: "Sent to Gatehouse",
  relay: "Command from Gatehouse",
  sign: "Command from Gatehouse",
};

const actionTexts = { close: "closed", release: "released", pulse: "pulsed" } as const;

/** Lists the latest events and commands, newest first. */
export function listActivity({ gatehouse, boards, signs }: Site): ActivityEntry[] {
  const events = gatehouse.deliveries.slice(-maxEntries).map(({ at, text, status }) => ({
    at,
    kind: "event" as const,
    text,
    outcome: status === null ? "no response" : String(status),
    isOk: status !== null && status < 300,
  }));
  const relayCommands = boards.flatMap(({ plan, relays }) =>
    relays.commands.slice(-maxEntries).map(({ at, relay, action, pulseMs, isExecuted }) => {
      const label = plan.wires.find((wire) => wire.relay === relay)?.label ?? `${plan.label} ${relay}`;
      const duration = pulseMs === null ? "" : ` for ${pulseMs / 1000} s`;
      return {
        at,
        kind: "relay" as const,
        text: `${label} ${actionTexts[action]}${duration}`,
        outcome: isExecuted ? "done" : "not done",
        isOk: isExecuted,
      };
    }),
  );
  const signCommands = signs.flatMap(({ plan, commands }) =>
    commands.slice(-maxEntries).map(({ at, rows, isExecuted }) => {
      const shown = rows.map((row) => row.trim().replaceAll(/\s+/g, " ")).filter((row) => row !== "");
      return {
        at,
        kind: "sign" as const,
        text: `${plan.label}: ${shown.join(" / ") || "dark"}`,
        outcome: isExecuted ? "shown" : "not shown",
        isOk: isExecuted,
      };
    }),
  );
  return [...events, ...relayCommands, ...signCommands]
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, maxEntries);
}

/** Renders the list items. Times are in the server's zone: the page is only reachable from the same machine. */
export const renderActivity = (entries: readonly ActivityEntry[]): string =>
  entries
    .map(
      ({ at, kind, text, outcome, isOk }) =>
        `<li class="${kind}"><time>${at.toLocaleTimeString("en-GB")}</time><i title="${kindTitles[kind]}"></i><span>${escapeHtml(text)}</span><b class="${isOk ? "good" : "bad"}">${escapeHtml(outcome)}</b></li>`,
    )
    .join("");
