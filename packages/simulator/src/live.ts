/** Everything on the control page that changes by itself: by key, a state to be styled, a text, or a piece of HTML. */
export interface Live {
  readonly state: Readonly<Record<string, string>>;
  readonly text: Readonly<Record<string, string>>;
  readonly html: Readonly<Record<string, string>>;
}
