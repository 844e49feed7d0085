import { type ErrorAnswer, type FaultCode, faults } from "@gatehouse/contract/errors";

/** What a refusal may say beyond its name. */
export interface RefusalDetails {
  message?: string | string[];
  errors?: { path: string; message: string }[];
  retryAfterSeconds?: number;
  [detail: string]: unknown;
}

/** A call that is turned down for a reason the contract knows. */
export class Refusal extends Error {
  readonly code: FaultCode;
  readonly details: RefusalDetails;

  constructor(code: FaultCode, details: RefusalDetails) {
    super(code);
    this.code = code;
    this.details = details;
  }

  /** The HTTP status of the answer. */
  get status(): number {
    return faults[this.code].status;
  }

  /** WIRE-6: the answer's body. */
  get answer(): ErrorAnswer {
    const { retryAfterSeconds: _, ...details } = this.details;
    return { code: this.code, message: faults[this.code].text, ...details };
  }
}

/** Names the fault; status and text come from the contract's table. */
export function refuse(code: FaultCode, details: RefusalDetails = {}): Refusal {
  return new Refusal(code, details);
}
