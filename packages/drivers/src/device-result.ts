/** Why a request to a device failed. An expected error is a value, not an exception. */
export interface DeviceError {
  readonly kind:
    | "unreachable"
    | "timed-out"
    | "refused"
    | "wrong-credentials"
    | "not-understood"
    | "too-large"
    | "outside-networks";
  /** One sentence for the operator. */
  readonly detail: string;
}

/** The result of a request to a device. */
export type DeviceResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: DeviceError };

/** The response of a device. Redirects are not followed. */
export interface HttpResponse {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** False if the device forbids showing its page in a frame. */
  readonly mayBeFramed?: boolean;
}

export const success = <T>(value: T): DeviceResult<T> => ({ ok: true, value });

export const failed = (kind: DeviceError["kind"], detail: string): DeviceResult<never> => ({
  ok: false,
  failure: { kind, detail },
});
