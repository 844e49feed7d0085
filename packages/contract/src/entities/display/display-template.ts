/** A page for a multimedia display and the keys of its values. */
export interface DisplayTemplate {
  readonly id: number;
  readonly name: string;
  readonly keys: readonly string[];
}

/** The templates that multimedia displays can show. */
export const displayTemplates: readonly DisplayTemplate[] = [
  { id: 1, name: "One number", keys: ["free"] },
  { id: 2, name: "Free and total", keys: ["free", "total"] },
  { id: 3, name: "Two levels", keys: ["level1", "level2"] },
  { id: 4, name: "Four levels", keys: ["level1", "level2", "level3", "level4"] },
  { id: 5, name: "Cars and two-wheelers", keys: ["fourWheelers", "twoWheelers"] },
];
