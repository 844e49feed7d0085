import { formatCount } from "./fields/number.ts";
/** The kinds of data that have a retention of their own, with the configurations of their minimum and maximum. */
export const dataClasses = {
  events: {
    title: "Events",
    unit: { one: "event", many: "events" },
    purpose: "Passages with their decisions, commands and corrections. Deleted by whole months.",
    max: "eventRetentionDays",
    min: "eventMinRetentionDays",
  },
  pictures: {
    title: "Pictures",
    unit: { one: "picture", many: "pictures" },
    purpose: "Pictures of events. They show the plate, so they are deleted when it is replaced at the latest.",
    max: "imageRetentionDays",
    min: "imageMinRetentionDays",
  },
  plates: {
    title: "Plates",
    unit: { one: "plate read", many: "plate reads" },
    purpose: "Plates in events. Afterwards each is replaced by a keyed hash, so that counts stay correct.",
    max: "plateRetentionDays",
    min: "plateMinRetentionDays",
  },
  audit: {
    title: "Audit trail",
    unit: { one: "audit entry", many: "audit entries" },
    purpose: "What people did. The maximum also applies to resolved alerts, ended sessions and sent messages.",
    max: "retentionDays",
    min: "auditMinRetentionDays",
  },
  reports: {
    title: "Report files",
    unit: { one: "report file", many: "report files" },
    purpose:
      "Files of produced reports. They keep plates until they are deleted, also those that are hashed or erased.",
    max: "reportRetentionDays",
    min: "reportMinRetentionDays",
  },
} as const;

export type DataClass = keyof typeof dataClasses;

/** Every kind, in the order in which pages list them. */
export const dataClassNames = Object.keys(dataClasses) as [DataClass, ...DataClass[]];

/** The error of a retention, at the field of its maximum; undefined if it is valid. */
export const retentionError = (minDays: number, maxDays: number): string | undefined =>
  maxDays < minDays ? `Must be at least the minimum of ${formatCount(minDays, "day")}` : undefined;

/** The class and the bound that a configuration sets; undefined for any other configuration. */
export function retentionBoundOf(key: string): { dataClass: DataClass; bound: "min" | "max" } | undefined {
  for (const dataClass of dataClassNames) {
    const { min, max } = dataClasses[dataClass];
    if (key === min) return { dataClass, bound: "min" };
    if (key === max) return { dataClass, bound: "max" };
  }
  return undefined;
}

/** "41,200 pictures". */
export function countText(dataClass: DataClass, count: number): string {
  const { one, many } = dataClasses[dataClass].unit;
  return formatCount(count, one, many);
}
