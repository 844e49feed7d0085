/** A kind of report that a site can switch on. */
export interface Report {
  readonly code: string;
  readonly title: string;
}
