import type { CommandKind, CommandState } from "@gatehouse/contract/events/command";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { findDriver } from "@gatehouse/drivers/find-driver";
import { relayDrivers } from "@gatehouse/drivers/relays/registry";
import type { RelayAddress } from "@gatehouse/drivers/relays/relay";
import type { SignAddress } from "@gatehouse/drivers/signs/sign";
import type { RequestArrival } from "../platform/http/request-arrival.ts";

/** How a command reaches its target; the address is null if none was entered. */
export type CommandPayload =
  | {
      readonly way: "relay";
      readonly driver: string;
      readonly address: RelayAddress | null;
      readonly pulseMs: number;
      /** The pulse switches the relay off instead of on. */
      readonly restsOn?: boolean;
    }
  | {
      readonly way: "sign";
      readonly driver: string;
      readonly address: SignAddress | null;
      readonly rows: readonly string[];
      readonly seconds: number;
    };

/** The row of a command, with everything needed to send it as decided. */
export interface CommandRecord {
  readonly eventId: number | null;
  readonly gateId: number | null;
  readonly module: EventModule | null;
  readonly kind: CommandKind;
  readonly targetKind: "boomBarrier" | "buzzer" | "display";
  readonly targetId: number;
  readonly targetName: string;
  readonly payload: CommandPayload;
  readonly state: CommandState;
  readonly at: Date;
  readonly expiresAt: Date;
  readonly by: string | null;
  readonly reason: string | null;
}

/** The request that caused a command, if this process received it. */
export type CommandOrigin = Pick<RequestArrival, "monotonicMs" | "isCallerGone">;

export interface StoredCommand extends CommandRecord {
  readonly id: number;
  /** Missing if another process received the request. */
  readonly origin?: CommandOrigin | undefined;
  /** Set if the command is not in the database yet; then its id is provisional. */
  readonly offline?: OfflineCommand | undefined;
}

/** A command that was decided without the database. */
export interface OfflineCommand {
  /** Keeps the result until the command is stored. Returns its id if it is stored already; then the caller saves the result. */
  addResult(result: { readonly state: CommandState; readonly detail: string; readonly at: Date }): number | undefined;
}

/** A relay that the server has to switch back at the end of its pulse. */
export interface Release extends RelayAddress {
  readonly driver: string;
  /** The relay is switched on again instead of off. */
  readonly restsOn: boolean;
  /** Orders the pulses of a relay in the database; the wait itself uses the monotonic clock. */
  readonly dueAt: Date;
  /** The resolved address at which the relay was closed. */
  readonly address?: string;
}

/** Maximum age of a command: opening a barrier after the car has left is worse than not opening it. */
export const maxCommandAgeMs = 5_000;

/** Maximum age of an open command that a person gave for the vehicle in front of them. */
export const maxEventOpenAgeMs = 10_000;

/** Whether the server has to end the pulse of a command, because the board does not. */
export function isReleasedByServer({ payload }: CommandRecord): boolean {
  if (payload.way !== "relay" || payload.address === null) return false;
  const driver = findDriver(relayDrivers, payload.driver);
  // Boards only time pulses that switch a relay on.
  return driver !== undefined && (payload.restsOn === true || !driver.timesPulses);
}

/** The release of a command for which `isReleasedByServer` is true. */
export function toRelease({ payload, at }: Pick<CommandRecord, "payload" | "at">): Release {
  if (payload.way !== "relay" || payload.address === null) throw new Error("only a relay can be released");
  const { address, driver, pulseMs, restsOn = false } = payload;
  return { ...address, driver, restsOn, dueAt: new Date(at.getTime() + pulseMs) };
}
