/** What a status check of a board or sign found. */
export type DeviceStatus =
  /** It replied; the detail is what it complained about. */
  | {
      readonly state: "replied";
      readonly detail: string | null;
      /** Time since the device started, if it reports it. A device that restarted has lost its state. */
      readonly upSeconds?: number;
    }
  /** It accepts connections. The protocol has no status request, so it may still fail to execute commands. */
  | { readonly state: "connected" }
  /** It did not reply, or something else replied. */
  | { readonly state: "failed"; readonly detail: string };

/** The status of a relay board. */
export type BoardStatus = DeviceStatus & {
  /** Whether each relay is closed; relays whose state is unknown are missing. */
  readonly isClosed: ReadonlyMap<number, boolean>;
};

/** The status of a board that did not reply. */
export const failedBoard = (detail: string): BoardStatus => ({ state: "failed", detail, isClosed: new Map() });

export const repliedBoard = (
  isClosed: ReadonlyMap<number, boolean> = new Map(),
  detail: string | null = null,
): BoardStatus => ({ state: "replied", detail, isClosed });
