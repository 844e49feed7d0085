import type { Permission } from "./permissions.ts";

/**
 * ROLE-5: the permissions of the endpoints as patterns, the first match counts. The console can't load the endpoints
 * themselves, because their schemas are large; a test compares the patterns with them.
 */
const patterns: readonly [calls: RegExp, needed: readonly Permission[]][] = [
  [/ \/audit\/receiver$/, ["people"]],
  [/ \/audit\b/, ["audit"]],
  [/\/(export|evidence)$|^GET \/privacy\/plates\b/, ["export"]],
  [/^GET \/legal-holds\b/, ["audit", "site"]],
  [/^(POST|PUT|DELETE) \/(legal-holds|privacy)\b|^GET \/diagnostics$/, ["site"]],
  [/ \/(integration-keys|users|roles|sign-in)\b/, ["people"]],
  [/ \/(ai-devices|sensors)\/\{id\}\/(ingest|payload)/, ["devices"]],
  [/ \/notifications\b/, ["devices"]],
  [/ \/reports\/\{id\}\/file$/, ["export"]],
  [/^GET \/report-schedules\b| \/reports\b/, ["reports"]],
  [/ \/report-schedules\b/, ["export"]],
  [/^GET|what-if$| \/auth\/switch$/, ["view"]],
  [/\/(open|buzz|show)$/, ["open"]],
  [/ \/stays\//, ["open"]],
  [/ \/(events\/.*\/(correct|handle|deny)|station\/.*)$/, ["open"]],
  [/ \/alerts/, ["resolve"]],
  [/ \/access\/passes/, ["enrol-visitors", "enrol"]],
  [/ \/access\/(overrides|presence)| \/overview\/.*\/corrections$/, ["open"]],
  [/ \/(access|overview)\//, ["policy"]],
  [/ \/ac\/(ids|upload)/, ["enrol"]],
  [/\/(module-activation-status|reports\/types)$/, ["site"]],
  [/ \/(tariffs|variables)\b|\/vehicle-types$/, ["policy"]],
  [/ \/configs(\/\{id\})?$/, ["policy", "site"]],
  [/./, ["devices"]],
];

/** ROLE-5: the permissions of which a call needs one. */
export const permissionsFor = (call: string): readonly Permission[] =>
  patterns.find(([calls]) => calls.test(call))?.[1] ?? [];
