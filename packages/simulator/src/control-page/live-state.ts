import { baysOf } from "../devices/parking-bays.ts";
import { listedBoard, listedSign } from "../hardware/hardware-views.ts";
import { gatePlans } from "../plan/gate-plan.ts";
import { listedGate } from "../site/gate-view.ts";
import type { PlayedSite } from "../site/site.ts";
import { type Happened, happenedList } from "./activity-list.ts";
import { carFromSide } from "./gate-scene.ts";
import { boardLog } from "./hardware-cards.ts";
import type { Live } from "./live-elements.ts";
import { bayKey } from "./parking-card.ts";
import { signBoard } from "./sign-drawing.ts";

const mostHappened = 24;
const onOff = (isOn: boolean) => (isOn ? "on" : "off");

/** How everything on the control page stands now. */
export function liveState(site: PlayedSite): Live {
  const gates = gatePlans.map((plan) => listedGate(plan, site));
  const boards = site.boards.map(listedBoard);
  const signs = site.signs.map(listedSign);
  const bays = baysOf(site.devices).map((bay) => ({ ...bay, isTaken: site.parked.isTaken(bay) }));
  const decks = Map.groupBy(bays, ({ device, source }) => `${device}/${source}`);
  const { serverUrl, note } = site.gatehouse.link();
  const inside = site.journeys.inside().length;
  return {
    state: Object.fromEntries([
      ["world", site.director.playing() ?? "none"],
      ["link", serverUrl === null || note !== "" ? "off" : "on"],
      ...site.devices.map((device) => [`manner:${device.plan.name}`, device.manner()]),
      ["manner:outside", site.outside.manner()],
      ...gates.flatMap(({ name, isUp, isGreen, isBuzzing, car }) => [
        [`arm:${name}`, isUp ? "up" : "down"],
        [`green:${name}`, onOff(isGreen)],
        [`red:${name}`, onOff(!isGreen)],
        [`buzzer:${name}`, onOff(isBuzzing)],
        [`car:${name}`, car?.place ?? ""],
      ]),
      ...boards.flatMap(({ name, relays }) =>
        relays.map(({ relay, isClosed }) => [`relay:${name}/${relay}`, onOff(isClosed)]),
      ),
      ...[...boards, ...signs].map(({ name, fault }) => [`fault:${name}`, fault]),
      ...bays.map((bay) => [bayKey(bay), bay.isTaken ? "taken" : "free"]),
    ]),
    text: Object.fromEntries([
      ["link", note === "" ? `Speaking to ${serverUrl}` : note],
      ["inside", inside === 1 ? "1 car inside" : `${inside} cars inside`],
      ...gates.map(({ name, waiting }) => [`waiting:${name}`, waiting === 0 ? "" : `${waiting} behind`]),
      ...[...boards, ...signs].map(({ name, port }) => [`port:${name}`, `127.0.0.1:${port}`]),
      ...[...decks].map(([key, group]) => [
        `free:${key}`,
        `${group.filter(({ isTaken }) => !isTaken).length} of ${group.length} free`,
      ]),
    ]),
    html: Object.fromEntries([
      ...signs.map((sign) => [`sign:${sign.name}`, signBoard(sign)]),
      ...boards.map((board) => [`told:${board.name}`, boardLog(board)]),
      ...gates.map(({ name, car }) => [`car:${name}`, car ? carFromSide(car.plate) : ""]),
      ["happened", happenedList(happened(site), mostHappened)],
    ]),
  };
}

const words = { close: "closed", release: "released", pulse: "pulsed" } as const;

/** What the devices said and what they were told. */
function happened({ gatehouse, boards, signs }: PlayedSite): Happened[] {
  const said = gatehouse.said.slice(-mostHappened).map(({ at, text, status }) => ({
    at: at.toISOString(),
    kind: "said" as const,
    text,
    end: status === null ? "no answer" : String(status),
    isGood: status !== null && status < 300,
  }));
  const clicks = boards.flatMap(({ plan, relays }) =>
    relays.commands.slice(-mostHappened).map(({ at, relay, does, pulseMs, isObeyed }) => ({
      at: at.toISOString(),
      kind: "relay" as const,
      text: `${plan.wires.find((wire) => wire.relay === relay)?.label ?? `${plan.label} ${relay}`} ${words[does]}${pulseMs === null ? "" : ` for ${pulseMs / 1000} s`}`,
      end: isObeyed ? "done" : "not done",
      isGood: isObeyed,
    })),
  );
  const shown = signs.flatMap(({ plan, commands }) =>
    commands.slice(-mostHappened).map(({ at, rows, isObeyed }) => ({
      at: at.toISOString(),
      kind: "sign" as const,
      text: `${plan.label}: ${
        rows
          .map((row) => row.trim().replaceAll(/\s+/g, " "))
          .filter((row) => row !== "")
          .join(" / ") || "dark"
      }`,
      end: isObeyed ? "shown" : "not shown",
      isGood: isObeyed,
    })),
  );
  return [...said, ...clicks, ...shown];
}
