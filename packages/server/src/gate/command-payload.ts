import { signRows, textTooLong } from "@gatehouse/contract/entities/display/sign-rows";
import type { CommandState } from "@gatehouse/contract/events/command";
import type { PlannedCommand } from "@gatehouse/engine/commands/plan";
import type { Outcome } from "@gatehouse/engine/decision/outcome";
import { findHolding } from "@gatehouse/engine/policy/override";
import { type CommandPayload, type CommandRecord, maxCommandAgeMs } from "./command-record.ts";
import type { Site } from "./site-cache.ts";
import type { SiteActuator, SiteDisplay, SiteGate } from "./site-wiring.ts";

/** Converts the commands of a decision to rows. */
export function toCommandRecords(
  site: Site,
  { event, gate: decisionGate, commands }: Outcome,
  state: CommandState,
): CommandRecord[] {
  const gate = decisionGate && (site.gates.get(decisionGate.id) ?? null);
  return commands.flatMap((planned) => {
    const payload = payloadOf(site, gate, planned, event.receivedAt);
    if (!payload) return [];
    const row = toCommandRecord(planned, payload, event.receivedAt);
    return [{ ...row, eventId: event.id, gateId: gate?.id ?? null, module: event.module, state }];
  });
}

/** Creates a row without an event, gate or person. */
export function toCommandRecord(
  { kind, target }: PlannedCommand,
  payload: CommandPayload,
  at: Date,
  maxAgeMs = maxCommandAgeMs,
): CommandRecord {
  return {
    eventId: null,
    gateId: null,
    module: null,
    kind,
    targetKind: target.kind,
    targetId: target.id,
    targetName: target.name,
    payload,
    state: "queued",
    at,
    expiresAt: new Date(at.getTime() + maxAgeMs),
    by: null,
    reason: null,
  };
}

function payloadOf(site: Site, gate: SiteGate | null, planned: PlannedCommand, now: Date): CommandPayload | undefined {
  if (planned.kind === "open") {
    // Without a gate, a reader opens its own barrier.
    const barrier = gate ? gate.barrier : site.barriers.get(planned.target.id);
    return barrier ? toBarrierPayload(site, barrier, now) : undefined;
  }
  if (planned.kind === "buzz") return gate?.buzzer ? pulse(gate.buzzer, planned.forSeconds * 1_000) : undefined;
  const display = site.displays.get(planned.target.id);
  if (!display) return undefined;
  return planned.kind === "show" ? toTextPayload(display, planned.text) : toLampPayload(display, planned.forSeconds);
}

const pulse = (
  { relay: { driver, address }, restsOn }: Pick<SiteActuator, "relay"> & Partial<SiteActuator>,
  pulseMs: number,
): CommandPayload => ({ way: "relay", driver, address, pulseMs, ...(restsOn && { restsOn }) });

/** Longer than the interval at which a held barrier gets a pulse, so its relay stays switched. */
const holdPulseMs = 15_000;

/** Opens a barrier; barriers have no other command. A short pulse would end the long one of a barrier that is held open. */
export const toBarrierPayload = (site: Site, barrier: SiteActuator, now: Date): CommandPayload =>
  pulse(barrier, Math.max(site.configs.barrierPulseMs, isHeldOpen(site, barrier, now) ? holdPulseMs : 0));

const isHeldOpen = ({ policy, gates }: Site, { id }: SiteActuator, now: Date): boolean =>
  policy !== undefined &&
  policy.overrides.length > 0 &&
  [...gates.values()].some((gate) => gate.barrier?.id === id && findHolding(policy, gate, now) !== undefined);

/** Sounds a buzzer for its configured time. */
export const toBuzzerPayload = (buzzer: SiteActuator): CommandPayload => pulse(buzzer, (buzzer.seconds ?? 1) * 1_000);

/** Lights a lamp. */
export function toLampPayload(display: SiteDisplay, seconds: number): CommandPayload | undefined {
  return display.type === "binary" ? pulse(display, seconds * 1_000) : undefined;
}

export function toTextPayload(display: SiteDisplay, text: string): CommandPayload | undefined {
  if (display.type !== "grid") return undefined;
  const { driver, address, seconds } = display;
  return { way: "sign", driver, address, rows: layOut(display, text).rows, seconds };
}

/** The error of a text that a sign would cut; undefined if it fits. */
export function findTextError(display: SiteDisplay, text: string): string | undefined {
  if (display.type !== "grid" || layOut(display, text).fits) return undefined;
  return textTooLong(display.name, sizeOf(display));
}

type Sign = Extract<SiteDisplay, { type: "grid" }>;

const sizeOf = ({ address }: Sign) => ({ rows: address?.rows ?? 1, chars: address?.chars ?? 1 });

const layOut = (sign: Sign, text: string) =>
  signRows({ ...sizeOf(sign), idle: sign.idle, variables: sign.variables }, () => undefined, text);
