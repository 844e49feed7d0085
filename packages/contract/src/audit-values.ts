import { accessListTitles, overrideTitles } from "./entities/access/access.ts";
import { antiPassbackTitles, ruleEffectTitles, ruleFactorTitles, ruleModeTitles } from "./entities/access/rule.ts";
import { formatDays, formatWindows, type WeeklyWindow } from "./entities/access/schedule.ts";
import { displayTypeTitles } from "./entities/display/display.ts";
import { identifierTypeTitles } from "./entities/identifier/identifier.ts";
import { areaSourceTitles } from "./entities/overview-figures.ts";
import { lookAlikeRequirementTitles } from "./events/read-quality.ts";
import { formatMoney } from "./fares/money.ts";
import { gateTypeTitles } from "./fields/gate-types.ts";
import { vehicleTypeTitles } from "./fields/vehicle-type.ts";
import { modules } from "./modules/registry.ts";
import { builtInRoles, permissionTitles } from "./permissions.ts";

type Titles = Readonly<Record<string, string>>;

const titlesOf = (things: Readonly<Record<string, { readonly title: string }>>): Titles =>
  Object.fromEntries(Object.entries(things).map(([code, { title }]) => [code, title]));

/** Fields with codes that have the same meaning in every table. */
const titlesByField: Readonly<Record<string, Titles>> = {
  antiPassback: antiPassbackTitles,
  direction: gateTypeTitles,
  effect: ruleEffectTitles,
  factors: ruleFactorTitles,
  gateType: gateTypeTitles,
  gtp: gateTypeTitles,
  leading: areaSourceTitles,
  mode: ruleModeTitles,
  module: titlesOf(modules),
  permissions: permissionTitles,
  requirement: lookAlikeRequirementTitles,
  role: titlesOf(builtInRoles),
  vehicleType: vehicleTypeTitles,
  vehicleTypes: vehicleTypeTitles,
};

/** Fields whose codes depend on their table. */
const titlesByTable: Readonly<Record<string, Readonly<Record<string, Titles>>>> = {
  access_lists: { kind: accessListTitles, type: identifierTypeTitles },
  access_overrides: { kind: overrideTitles },
  code_selections: { codes: vehicleTypeTitles },
  displays: { type: displayTypeTitles },
  gates: { type: gateTypeTitles },
  identifiers: { type: identifierTypeTitles },
  module_activation: { kind: titlesOf(modules) },
};

/** Amounts in minor units. */
const moneyFields: Readonly<Record<string, readonly string[]>> = {
  stay_reductions: ["amount"],
  tariffs: ["dailyCap", "price"],
};

/** A value of an audited record in the words of its form; undefined if it is shown as it is stored. */
export function auditValueText(
  entity: string,
  path: string,
  value: unknown,
  currency: string | undefined,
): string | undefined {
  const field = path.slice(path.lastIndexOf(".") + 1);
  if (typeof value === "number")
    return currency !== undefined && moneyFields[entity]?.includes(field) ? formatMoney(value, currency) : undefined;
  if (Array.isArray(value) && value.length > 0) {
    if (field === "days" && value.every((day) => Number.isInteger(day))) return formatDays(value);
    if (field === "windows" && value.every(isWeeklyWindow)) return formatWindows(value);
  }
  const titles =
    titlesByTable[entity]?.[field] ?? (Object.hasOwn(titlesByField, field) ? titlesByField[field] : undefined);
  if (titles === undefined) return undefined;
  const codes = [value].flat();
  if (codes.length === 0 || !codes.every((code) => typeof code === "string" && Object.hasOwn(titles, code)))
    return undefined;
  return codes.map((code) => titles[String(code)]).join(", ");
}

function isWeeklyWindow(value: unknown): value is WeeklyWindow {
  const { from, to, days } = (value ?? {}) as Partial<WeeklyWindow>;
  return typeof from === "string" && typeof to === "string" && Array.isArray(days);
}
