/** REP-4: the limits of a tariff, for its schema and the editor. */
export const tariffLimits = {
  maxSteps: 10,
  maxFreeMinutes: 1_440,
  maxPeriodMinutes: 1_440,
  /** Steps apply to the minutes of a day of the stay. */
  maxFromMinute: 1_439,
  /** In minor units. */
  maxAmount: 10_000_000,
} as const;
