/** AUTH-14: the length of a PIN, and how many wrong ones lock it. */
export const pinLimits = {
  minDigits: 4,
  maxDigits: 8,
  /** So many wrong PINs lock a person's PIN until they sign in in another way. */
  maxWrong: 5,
  /** A correct PIN clears only wrong ones that are older than this. */
  windowSeconds: 15 * 60,
} as const;

/** AUTH-14: every PIN that can be sent. */
export const pinPattern = new RegExp(`^[0-9]{${pinLimits.minDigits},${pinLimits.maxDigits}}$`);

/** AUTH-14: whether each digit follows the one before in the same step: 0000, 1234, 8901 or 4321. */
export function isWeakPin(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10);
  return new Set(steps).size === 1 && [0, 1, 9].includes(steps[0] ?? 0);
}
