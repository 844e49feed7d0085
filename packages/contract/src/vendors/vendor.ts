/** A maker of AI devices, as forms and modules know it. */
export interface Vendor {
  readonly code: string;
  readonly title: string;
  /** What its device form asks for. */
  readonly asks: {
    readonly address: boolean;
    readonly dashboard: boolean;
    readonly credentials: boolean;
  };
  /** Whether its devices tell which cameras they have; otherwise cameras are entered by hand. */
  readonly reportsCameras: boolean;
  /** Whether its cameras push to a port of the server's own. */
  readonly usesSinkPort: boolean;
}
