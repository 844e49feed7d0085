import { asText } from "@gatehouse/contract/fields/as-text";
import { listBays } from "../devices/parking-bays.ts";
import type { ScreenLink } from "../gatehouse/gatehouse-link.ts";
import { toBoardView, toReaderView, toSignView } from "../hardware/hardware-views.ts";
import { gatePlans } from "../plan/gate-plan.ts";
import { escapeHtml } from "../rendering/escape-html.ts";
import { toGateView } from "../site/gate-view.ts";
import type { Site } from "../site/site.ts";
import { renderCarSide } from "./gate-scene.ts";
import { renderBoardLog } from "./hardware-cards.ts";
import type { LiveState } from "./live-elements.ts";
import { toBayKey } from "./parking-card.ts";
import { renderSign } from "./sign-drawing.ts";

/** An event sent to Gatehouse, or a command from it. */
interface ActivityEntry {
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
function listActivity({ gatehouse, boards, signs }: Site): ActivityEntry[] {
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
const renderActivity = (entries: readonly ActivityEntry[]): string =>
  entries
    .map(
      ({ at, kind, text, outcome, isOk }) =>
        `<li class="${kind}"><time>${at.toLocaleTimeString("en-GB")}</time><i title="${kindTitles[kind]}"></i><span>${escapeHtml(text)}</span><b class="${isOk ? "good" : "bad"}">${escapeHtml(outcome)}</b></li>`,
    )
    .join("");

/** Renders the links of the multimedia displays, which browsers show. */
const renderScreenLinks = (links: readonly ScreenLink[]): string =>
  links.length === 0
    ? "<p>No multimedia displays registered in Gatehouse.</p>"
    : `<ul>${links
        .map(
          ({ label, url }) =>
            `<li><a href="${escapeHtml(url)}" target="_blank" rel="noreferrer">${escapeHtml(label)}</a></li>`,
        )
        .join("")}</ul>`;

const toOnOff = (isOn: boolean) => (isOn ? "on" : "off");

/** The current state of everything on the control page. */
export function toLiveState(site: Site): LiveState {
  const gates = gatePlans.map((plan) => toGateView(plan, site));
  const boards = site.boards.map(toBoardView);
  const signs = site.signs.map(toSignView);
  const readers = site.readers.map(toReaderView);
  const bays = listBays(site.devices).map((bay) => ({ ...bay, isOccupied: site.occupancy.isOccupied(bay) }));
  const baysByWatcher = Map.groupBy(bays, ({ device, source }) => `${device}/${source}`);
  const { serverUrl, problem } = site.gatehouse.status();
  const inside = site.traffic.inside().length;
  return {
    state: Object.fromEntries([
      ["scenario", site.scenarioRunner.running() ?? "none"],
      ["speed", String(site.speed())],
      ["link", toOnOff(serverUrl !== null && problem === "")],
      ...[...site.devices, ...site.boards, ...site.signs, ...site.readers].map((part) => [
        `fault:${part.plan.name}`,
        part.fault(),
      ]),
      ["fault:external", site.external.fault()],
      ["fault:media", site.media.fault()],
      ...gates.flatMap(({ name, isUp, isGreen, isBuzzing, car }) => [
        [`arm:${name}`, isUp ? "up" : "down"],
        [`green:${name}`, toOnOff(isGreen)],
        [`red:${name}`, toOnOff(!isGreen)],
        [`buzzer:${name}`, toOnOff(isBuzzing)],
        [`car:${name}`, asText(car?.position)],
      ]),
      ...boards.flatMap(({ name, relays }) =>
        relays.map(({ relay, isClosed }) => [`relay:${name}/${relay}`, toOnOff(isClosed)]),
      ),
      ...boards.flatMap(({ name, relays }) =>
        relays.map(({ relay, isStuck }) => [`set-arm:${name}/${relay}`, isStuck ? "stuck" : "normal"]),
      ),
      ...boards.flatMap(({ name, inputs }) =>
        inputs.flatMap(({ input, isSet, isStuck }) => [
          [`input:${name}/${input}`, toOnOff(isSet)],
          [`set-loop:${name}/${input}`, isStuck ? "stuck" : "normal"],
        ]),
      ),
      ...bays.map((bay) => [toBayKey(bay), bay.isOccupied ? "occupied" : "free"]),
    ]),
    text: Object.fromEntries([
      ["link", problem === "" ? `Connected to ${serverUrl}` : problem],
      ["viewers", site.media.viewers() === 1 ? "1 viewer" : `${site.media.viewers()} viewers`],
      ["inside", inside === 1 ? "1 car inside" : `${inside} cars inside`],
      ...gates.map(({ name, waiting }) => [`waiting:${name}`, waiting === 0 ? "" : `${waiting} waiting`]),
      ...[...boards, ...signs, ...readers].map(({ name, port }) => [`port:${name}`, `127.0.0.1:${port}`]),
      ...readers.map(({ name, isConnected }) => [`reader:${name}`, isConnected ? "connected" : "not connected"]),
      ...[...baysByWatcher].map(([key, group]) => [
        `free:${key}`,
        `${group.filter(({ isOccupied }) => !isOccupied).length} of ${group.length} free`,
      ]),
    ]),
    html: Object.fromEntries([
      ...signs.map((sign) => [`sign:${sign.name}`, renderSign(sign)]),
      ...boards.map((board) => [`log:${board.name}`, renderBoardLog(board)]),
      ...gates.map(({ name, car }) => [`car:${name}`, car ? renderCarSide(car.plate) : ""]),
      ["screens", renderScreenLinks(site.gatehouse.screens())],
      ["activity", renderActivity(listActivity(site))],
    ]),
  };
}
