/**
 * ROLE-3: the calls that are refused to people who are limited to gates, as patterns. The console can't load the endpoints
 * themselves, because their schemas are large; a test compares the patterns with them.
 */
const siteWide: readonly RegExp[] = [
  / \/(audit|diagnostics|integration-keys|legal-holds|notifications|outbox|privacy|pzapp|report-schedules|roles|sign-in|users)\b/,
  / \/access\/(back-tests|policy-versions)\b/,
  / \/configs\/pzapp-rfid-server-details\/status$/,
  /^(POST|PUT|PATCH|DELETE) \/(ac\/(ids|mygate|upload)|configs)\b/,
  /^(POST|PUT|DELETE) \/access\/(areas|groups|lists|rules|schedules)\b/,
  /^(POST|PUT|DELETE) \/tariffs\b/,
  /^PUT \/overview\b/,
  /^GET \/access\/presence\/\{id\}$/,
  // A new record belongs to no gate yet, except where its fields name the gates.
  /^(POST|PUT) (?!.*\{(id|gateId)\}|\/access\/(what-if|passes|overrides|presence)$|\/(auth\/switch|reports)$)/,
];

/** ROLE-3: whether a call concerns the whole site, so that people who are limited to gates can't make it. */
export const isSiteWide = (call: string): boolean => siteWide.some((calls) => calls.test(call));
