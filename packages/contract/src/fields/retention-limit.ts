/** PRIV-1: the longest retention, in days. */
export const maxRetentionDays = 3650;
