/** The longest retention, in days. */
export const maxRetentionDays = 3650;
