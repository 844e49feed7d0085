/** Entry or exit of a plate or tag registered by MyGate. */
export interface MygateNotice {
  readonly refId: string;
  readonly kind: "LPN" | "TAG";
  readonly entity: string;
  /** As read at the gate. */
  readonly plate: string;
  readonly direction: "IN" | "OUT";
  readonly status: "GRANTED" | "DENIED";
  readonly at: string;
}

/** Asks a ticket machine to issue a ticket. */
export interface TicketRequest {
  readonly machine: string;
  readonly machineName: string;
  readonly plate: string;
  readonly gate: string;
  readonly eventId: number;
  readonly at: string;
}

/** A message to another system caused by an event. */
export type OutgoingMessage =
  | { readonly kind: "mygate-notice"; readonly payload: MygateNotice }
  | { readonly kind: "ticket"; readonly payload: TicketRequest };
