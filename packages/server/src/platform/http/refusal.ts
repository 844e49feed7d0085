import { type ErrorAnswer, type FaultCode, faults } from "@gatehouse/contract/errors";

export interface RefusalDetails {
  message?: string | string[];
  errors?: { path: string; message: string }[];
  retryAfterSeconds?: number;
  [detail: string]: unknown;
}

/** An error response with one of the contract's fault codes. */
export class Refusal extends Error {
  readonly code: FaultCode;
  readonly details: RefusalDetails;

  constructor(code: FaultCode, details: RefusalDetails) {
    super(code);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return faults[this.code].status;
  }

  /** The body of the response. */
  get body(): ErrorAnswer {
    const { retryAfterSeconds: _, ...details } = this.details;
    return { code: this.code, message: faults[this.code].text, ...details };
  }
}

/** Creates a refusal; its status and default message come from the contract's table. */
export function refuse(code: FaultCode, details: RefusalDetails = {}): Refusal {
  return new Refusal(code, details);
}

/** Creates a refusal of invalid fields, with a message at each. */
export const refuseFields = (errors: { path: string; message: string }[]): Refusal =>
  refuse("request/invalid", { message: errors.map(({ path, message }) => `${path}: ${message}`), errors });
