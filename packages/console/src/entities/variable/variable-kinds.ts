import type { Variable } from "@gatehouse/contract/entities/variable/variable.schema";
import type { VariableScope } from "@gatehouse/contract/entities/variable/variable-scope";

/** Types of variables that are added manually; base variables come with the hardware. */
export type AddedType = Exclude<Variable["type"], "base">;

interface Kind {
  readonly title: string;
  readonly noun: string;
  /** Text of an empty section. */
  readonly empty: string;
}

/** VAR-1: the sections of the page, in order. */
export const kinds: Record<AddedType, Kind> = {
  constant: {
    title: "Constants",
    noun: "constant variable",
    empty: "No constants yet. A constant is a number with a name, such as the capacity of a level.",
  },
  camera: {
    title: "Camera Variables",
    noun: "camera variable",
    empty: "No camera variables yet. One adds up what a single camera sees.",
  },
  sensor: {
    title: "Sensor Variables",
    noun: "sensor variable",
    empty: "No sensor variables yet. One adds up what the sensors of a slot controller see.",
  },
  dynamic: {
    title: "Dynamic Variables",
    noun: "dynamic variable",
    empty: "No dynamic variables yet. One adds and subtracts others: free places are the capacity − entries + exits.",
  },
};

/** Module of the cameras that a scope's variables can use. */
export const cameraModules: Partial<Record<VariableScope, string>> = { epld: "epld", cc: "cc" };

/** What the hardware of a scope counts. */
export const counted: Record<VariableScope, { readonly unit: string; readonly about: string; readonly none: string }> =
  {
    epld: {
      unit: "slots",
      about: "One for each slot: 1 while it is free, 0 while it is taken.",
      none: "No slots yet. They come with the cameras and slot controllers in Settings.",
    },
    cc: {
      unit: "counts",
      about: "One for each camera, vehicle type and direction: vehicles counted.",
      none: "No counts yet. They come with the cameras in Settings.",
    },
    "rfid-ac": {
      unit: "counts",
      about: "One for each reader: vehicles let in or out.",
      none: "No counts yet. They come with the readers in RFID Settings.",
    },
    loop: {
      unit: "counts",
      about: "One for each loop: vehicles that passed.",
      none: "No counts yet. They come with the loop detectors in Settings.",
    },
  };
