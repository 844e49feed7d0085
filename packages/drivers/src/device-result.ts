/** Why a device could not be asked: an expected thing, and so a value. */
export interface DeviceFailure {
  readonly kind:
    | "unreachable"
    | "timed-out"
    | "refused"
    | "wrong-credentials"
    | "not-understood"
    | "too-large"
    | "outside-networks";
  /** One sentence for the person who looks after the device. */
  readonly detail: string;
}

/** What was asked for, or why there is none. */
export type DeviceResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: DeviceFailure };

/** What a device answered; a redirect is an answer too, because nobody follows it. */
export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** False where the device forbids to show its page inside another. */
  readonly mayBeFramed?: boolean;
}

/** A device's answer, understood. */
export const success = <T>(value: T): DeviceResult<T> => ({ ok: true, value });

/** No answer that could be used, and why. */
export const failed = (kind: DeviceFailure["kind"], detail: string): DeviceResult<never> => ({
  ok: false,
  failure: { kind, detail },
});
