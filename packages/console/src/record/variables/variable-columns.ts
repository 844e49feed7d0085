import type { Variable, VariableScope } from "@gatehouse/contract/entities/variable";

export const valueTitleOf = (scope: VariableScope, type: Variable["type"]): string =>
  scope === "epld" && type === "camera" ? "Availability" : "Value";

const number = { title: "#", width: "52px" };
const total = { title: "Total", width: "84px", isNumber: true };
const cloud = { title: "Cloud", width: "108px" };

/** Columns of a table. Constants have no equation; base variables have a source instead. */
export function columnsOf(scope: VariableScope, type: Variable["type"]) {
  const isWhole = type === "constant" || type === "base";
  const origin = type === "base" ? [{ title: "Source", width: "28%" }] : [{ title: "Equation", minWidth: 120 }];
  return [
    number,
    isWhole ? { title: "Name" } : { title: "Name", width: "24%" },
    ...(type === "constant" ? [] : origin),
    { title: valueTitleOf(scope, type), width: "112px", isNumber: true },
    ...(scope === "epld" && type !== "constant" ? [total] : []),
    // Base variables are managed by the hardware, but can be mapped to the dashboard.
    ...(type === "base" && scope !== "rfid-ac" ? [] : [{ title: "Actions", width: "112px" }]),
    ...(type === "base" ? [] : [cloud]),
  ];
}
