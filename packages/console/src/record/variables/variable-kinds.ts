import type { Variable, VariableScope } from "@gatehouse/contract/entities/variable";

/** Whether a variable counts fewer than nothing. A constant may be negative. */
export const isBelowZero = ({ type, computedValue }: Variable): boolean => type !== "constant" && computedValue < 0;

/** Types of variables that are added manually; base variables come with the hardware. */
export type AddedType = Exclude<Variable["type"], "base">;

interface Kind {
  readonly title: string;
  readonly noun: string;
  /** Text of an empty section. */
  readonly empty: string;
}

/** The sections of the page, in order. */
export const kinds: Record<AddedType, Kind> = {
  constant: {
    title: "Constants",
    noun: "constant variable",
    empty: "No constants yet. A constant is a number with a name, such as the capacity of a level.",
  },
  camera: {
    title: "Camera Variables",
    noun: "camera variable",
    empty: "No camera variables yet. Each sums the values of one camera.",
  },
  sensor: {
    title: "Sensor Variables",
    noun: "sensor variable",
    empty: "No sensor variables yet. Each sums the values of one slot controller.",
  },
  dynamic: {
    title: "Dynamic Variables",
    noun: "dynamic variable",
    empty: "No dynamic variables yet. Each adds and subtracts others: free spaces = capacity − entries + exits.",
  },
};

/** Module of the cameras that a scope's variables can use. */
export const cameraModules: Partial<Record<VariableScope, string>> = { epld: "epld", cc: "cc" };

/** What the hardware of a scope counts. */
export const counted: Record<VariableScope, { readonly unit: string; readonly about: string; readonly none: string }> =
  {
    epld: {
      unit: "slots",
      about: "One for each slot: 1 if it is free, 0 if it is occupied.",
      none: "No slots yet. Add cameras or slot controllers in Settings.",
    },
    cc: {
      unit: "counts",
      about: "One for each camera, vehicle type and direction.",
      none: "No counts yet. Add cameras in Settings.",
    },
    "rfid-ac": {
      unit: "counts",
      about: "One for each reader: vehicles let in or out.",
      none: "No counts yet. Add readers in RFID Settings.",
    },
    loop: {
      unit: "counts",
      about: "One for each loop: passing vehicles.",
      none: "No counts yet. Add loop detectors in Settings.",
    },
  };
