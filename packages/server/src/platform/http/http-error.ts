import { apiErrors, type ErrorCode, type ErrorResponse } from "@gatehouse/contract/errors";

export interface ErrorDetails {
  message?: string | string[];
  errors?: { path: string; message: string }[];
  retryAfterSeconds?: number;
  [detail: string]: unknown;
}

/** An error response with one of the contract's error codes. */
export class HttpError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails) {
    super(code);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return apiErrors[this.code].status;
  }

  /** The body of the response. */
  get body(): ErrorResponse {
    const { retryAfterSeconds: _, ...details } = this.details;
    return { code: this.code, message: apiErrors[this.code].text, ...details };
  }
}

/** Creates an error response; its status and default message come from the contract's table. */
export function httpError(code: ErrorCode, details: ErrorDetails = {}): HttpError {
  return new HttpError(code, details);
}

/** Creates an error response for invalid fields, with a message at each. */
export const invalidFields = (errors: { path: string; message: string }[]): HttpError =>
  httpError("request/invalid", { message: errors.map(({ path, message }) => `${path}: ${message}`), errors });
