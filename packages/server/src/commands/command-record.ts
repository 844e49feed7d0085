import type { CommandKind, CommandState } from "@gatehouse/contract/events/command";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { findDriver } from "@gatehouse/drivers/find-driver";
import { relayDrivers } from "@gatehouse/drivers/relays/registry";
import type { RelayAddress } from "@gatehouse/drivers/relays/relay";
import type { SignAddress } from "@gatehouse/drivers/signs/sign";
import type { RequestArrival } from "../platform/http/request-arrival.ts";

/** How a command reaches its target; no address where none was entered. */
export type CommandPayload =
  | { readonly way: "relay"; readonly driver: string; readonly address: RelayAddress | null; readonly pulseMs: number }
  | {
      readonly way: "sign";
      readonly driver: string;
      readonly address: SignAddress | null;
      readonly rows: readonly string[];
      readonly seconds: number;
    };

/** A command as its row is written: everything that it takes to carry it out, as it was when it was decided. */
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

/** The request that caused a command, as far as this process received it. */
export type CommandOrigin = Pick<RequestArrival, "monotonicMs" | "isCallerGone">;

/** A stored command. */
export interface StoredCommand extends CommandRecord {
  readonly id: number;
  /** Missing if another process received the request. */
  readonly origin?: CommandOrigin | undefined;
}

/** A relay that has to be opened again by us. */
export interface Release extends RelayAddress {
  readonly driver: string;
  /** Identifies the pulse among those of its relay, in the database; the wait itself is monotonic. */
  readonly dueAt: Date;
  /** The resolved address where the relay was closed. */
  readonly address?: string;
}

/** ENG-1: how long a command may wait: a barrier that opens for a car that has left is worse than one that does not. */
export const maxCommandAgeMs = 5_000;

/** Whether the end of a command's pulse is ours to bring about. */
export function isReleasedByServer({ payload }: CommandRecord): boolean {
  if (payload.way !== "relay" || payload.address === null) return false;
  return findDriver(relayDrivers, payload.driver)?.timesPulses === false;
}

/** What has to be released after a command, to be asked only where something has. */
export function toRelease({ payload, at }: Pick<CommandRecord, "payload" | "at">): Release {
  if (payload.way !== "relay" || payload.address === null) throw new Error("only a relay is released");
  return { ...payload.address, driver: payload.driver, dueAt: new Date(at.getTime() + payload.pulseMs) };
}
