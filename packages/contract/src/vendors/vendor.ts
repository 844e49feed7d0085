/** A maker of AI devices, as forms and modules know it. */
export interface Vendor {
  readonly code: string;
  readonly title: string;
}
