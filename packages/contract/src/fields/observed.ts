/**
 * WIRE-7: fields of records that change without a request. A record that is sent back may carry an older value, which is
 * ignored.
 */
export const observedFields: ReadonlySet<string> = new Set([
  "commissionedAt",
  "computedValue",
  "hasApiKey",
  "hasPassword",
  "healthSince",
  "isActive",
  "isHealthy",
  "isPasswordUnreadable",
  "isPublishing",
  "last",
  "lastAttemptAt",
  "lastSeenAt",
  "lastSyncAt",
  "lastSyncFault",
  "plates",
  "publishedAt",
  "unconfirmed",
  "waiting",
]);
