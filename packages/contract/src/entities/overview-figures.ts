/** What can count the vehicles of an area. */
export const areaSources = ["gates", "loops", "cameras", "slots"] as const;

export type AreaSource = (typeof areaSources)[number];

/** The sources as people choose them. */
export const areaSourceTitles: Record<AreaSource, string> = {
  gates: "Gates",
  loops: "Loops",
  cameras: "Counting cameras",
  slots: "Parking slots",
};

/** How full an area is; a count below zero or above the capacity can't be right. */
export const areaLevels = ["ok", "nearly-full", "full", "impossible"] as const;

export type AreaLevel = (typeof areaLevels)[number];

/** The share of the capacity from which an area is nearly full. */
const nearlyFullShare = 0.85;

export function toAreaLevel(count: number, capacity: number | null): AreaLevel {
  if (count < 0 || (capacity !== null && count > capacity)) return "impossible";
  if (capacity === null || capacity === 0) return "ok";
  if (count === capacity) return "full";
  return count / capacity >= nearlyFullShare ? "nearly-full" : "ok";
}

/** The share of passages that a source misses, from which the expected deviation of a count is derived. */
const missedShare = 0.01;

/**
 * How far two counts may differ after a number of passages without a fault: the standard deviation of missed
 * passages, about 4.5 after 2,000.
 */
export const toDriftBand = (passages: number): number => Math.ceil(Math.sqrt(passages * missedShare));

/** How a figure is written: a number of events, minutes, a share of 1, or vehicles per space and day. */
export type FigureUnit = "count" | "minutes" | "share" | "rate";

/** A figure of the overview, with its definition. */
interface Figure {
  readonly title: string;
  readonly definition: string;
  readonly unit: FigureUnit;
}

/** Within this time an admission makes a denial a false-deny candidate. */
export const falseDenialMinutes = 5;

/** The figures of the overview with their definitions, in their order. */
export const figures = {
  entries: {
    title: "Entries",
    definition:
      "Vehicles admitted in the entry direction. A vehicle that was read several times, or by plate and tag, counts once. Vehicles whose barrier did not open are included.",
    unit: "count",
  },
  exits: {
    title: "Exits",
    definition: "Vehicles let out, counted like entries.",
    unit: "count",
  },
  peak: {
    title: "Peak hour",
    definition: "The largest number of entries and exits in 60 minutes, in steps of 15 minutes.",
    unit: "count",
  },
  turnover: {
    title: "Turnover",
    definition: "Completed stays per space and day. The spaces are the capacities of the outermost areas.",
    unit: "rate",
  },
  dwellMedian: {
    title: "Dwell time, median",
    definition:
      "Half of the completed stays were shorter. A stay is an entry and the next exit of the same vehicle, to within 3 percent. Two short visits with a missed exit between them look like one long stay.",
    unit: "minutes",
  },
  dwellP90: {
    title: "Dwell time, 90%",
    definition: "Nine of ten completed stays were shorter.",
    unit: "minutes",
  },
  overstays: {
    title: "Overstays",
    definition:
      "Vehicles that entered longer ago than the maximum stay and have not left, now. Not those whose exit counts as missed.",
    unit: "count",
  },
  unpairedEntries: {
    title: "Entries without exit",
    definition:
      "Entries after which the vehicle entered again, or had not left after the maximum session. An exit was missed.",
    unit: "count",
  },
  unpairedExits: {
    title: "Exits without entry",
    definition: "Exits of vehicles of which no entry is known. An entry was missed.",
    unit: "count",
  },
  deniedShare: {
    title: "Denied",
    definition: "Denied vehicles among all vehicles that were decided.",
    unit: "share",
  },
  falseDenials: {
    title: "False-deny candidates",
    definition: `Denied vehicles that were admitted within ${falseDenialMinutes} minutes, at any gate.`,
    unit: "count",
  },
  manualOpenings: {
    title: "Manual openings",
    definition: "Open commands that people gave, whatever became of them.",
    unit: "count",
  },
  barrierFailures: {
    title: "Barrier failures",
    definition: "Admitted vehicles whose barrier did not open.",
    unit: "count",
  },
  readRate: {
    title: "Read rate",
    definition:
      "Vehicles whose plate was read among the vehicles that the loops of the same gates counted. More than 100% means that a loop missed vehicles.",
    unit: "share",
  },
  uncertainReads: {
    title: "Uncertain reads",
    definition: "Plate reads with a confidence below 80% among all plate reads.",
    unit: "share",
  },
} as const satisfies Record<string, Figure>;

export type FigureName = keyof typeof figures;

export const figureNames = Object.keys(figures) as [FigureName, ...FigureName[]];

/** The names that a series can have: numbers of events per hour, day or month, or the vehicles in an area. */
export const seriesNames = [
  "entries",
  "exits",
  "denied",
  "falseDenials",
  "barrierFailures",
  "unpairedEntries",
  "unpairedExits",
  "stays",
  "occupancy",
] as const;

export type SeriesName = (typeof seriesNames)[number];

export const seriesSteps = ["hour", "day", "month"] as const;

export type SeriesStep = (typeof seriesSteps)[number];

/** The longest period of a series by its step, in days, so that a chart has at most about 1,500 points. */
export const maxSeriesDays: Record<SeriesStep, number> = { hour: 62, day: 1_464, month: 3_660 };

/** The longest period of the figures in days. */
export const maxOverviewDays = 3_660;

export function formatFigure(unit: FigureUnit, value: number | null): string {
  if (value === null) return "–";
  if (unit === "share") return `${(value * 100).toFixed(1)}%`;
  if (unit === "rate") return value.toFixed(2);
  if (unit === "minutes") return formatMinutes(value);
  return value.toLocaleString("en");
}

function formatMinutes(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole} min`;
  if (whole < 48 * 60) return `${Math.floor(whole / 60)} h ${whole % 60} min`;
  return `${(whole / 1_440).toFixed(1)} days`;
}
