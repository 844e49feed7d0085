/** A multimedia display of the site. A browser shows it, so there is no simulated hardware. */
export interface ScreenPlan {
  readonly uid: string;
  readonly label: string;
  readonly scope: "cc" | "epld";
  readonly templateId: number;
  /** Scope and name of the variable of each template key. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The multimedia displays. */
export const screenPlans: readonly ScreenPlan[] = [
  {
    uid: "201",
    label: "Car park entrance",
    scope: "cc",
    templateId: 2,
    variables: { free: "cc/Free places", total: "cc/Capacity" },
  },
  {
    uid: "202",
    label: "Deck guide",
    scope: "epld",
    templateId: 4,
    variables: {
      level1: "epld/Deck 1 east free",
      level2: "epld/Deck 1 west free",
      level3: "epld/Basement north free",
      level4: "epld/All decks free",
    },
  },
  { uid: "203", label: "Ramp to the decks", scope: "epld", templateId: 7, variables: { free: "epld/All decks free" } },
];
