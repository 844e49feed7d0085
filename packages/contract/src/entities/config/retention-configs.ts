import { maxRetentionDays } from "../../fields/retention-limit.ts";
import { wholeNumber } from "./config-fault.ts";
import type { RequiredConfig } from "./required-config.ts";

/** PRIV-1: the minimum retention of a kind of data, which its maximum and erasure must respect. */
const minimum = (what: string, more = "") =>
  ({
    scope: "global",
    dataType: "NUMBER",
    initial: 0,
    description: `Days for which ${what} must be kept at least.${more}`,
    fault: wholeNumber(0, maxRetentionDays),
  }) as const;

/** PRIV-1: how long each kind of data is kept. */
export const retentionConfigs = {
  eventRetentionDays: {
    scope: "global",
    dataType: "NUMBER",
    initial: 365,
    description: "Days to keep events.",
    fault: wholeNumber(1, 3650),
  },
  imageRetentionDays: {
    scope: "global",
    dataType: "NUMBER",
    initial: 30,
    description: "Days to keep event images. The oldest are deleted first when the disk is nearly full.",
    fault: wholeNumber(1, 3650),
  },
  plateRetentionDays: {
    scope: "global",
    dataType: "NUMBER",
    initial: maxRetentionDays,
    description: "Days after which plates of events are replaced by a keyed hash. Their images are deleted with them.",
    fault: wholeNumber(1, maxRetentionDays),
  },
  reportRetentionDays: {
    scope: "global",
    dataType: "NUMBER",
    initial: 90,
    description: "Days to keep the files of produced reports.",
    fault: wholeNumber(1, maxRetentionDays),
  },
  eventMinRetentionDays: minimum("events"),
  imageMinRetentionDays: minimum("event images", " Also while the disk is nearly full."),
  plateMinRetentionDays: minimum("plates"),
  auditMinRetentionDays: minimum("the audit trail"),
  reportMinRetentionDays: minimum("report files"),
} as const satisfies Record<string, RequiredConfig>;
