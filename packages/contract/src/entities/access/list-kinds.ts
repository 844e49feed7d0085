/** RULE-3: the lists of plates and tags, by the kind of their entries: a deny entry denies, a watch entry only raises an alert. */
export const accessListTitles = { deny: "Deny list", watch: "Watch list" } as const;

/** The kind of an entry. */
export type AccessListKind = keyof typeof accessListTitles;

/** Every kind. */
export const accessListKinds = Object.keys(accessListTitles) as [AccessListKind, ...AccessListKind[]];
