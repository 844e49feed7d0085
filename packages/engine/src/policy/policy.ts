import { findIn } from "@gatehouse/contract/collections";
import type { OverrideKind } from "@gatehouse/contract/entities/access/access";
import type { Rule as StoredRule } from "@gatehouse/contract/entities/access/rule";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import { type Areas, isWithin, type PolicyArea } from "./areas.ts";
import { compileSchedule, type Schedule, type ScheduleInput } from "./schedule.ts";

/** A rule as it was entered. */
export type RuleInput = Omit<StoredRule, "version" | "modeSince" | "validFrom" | "validTo"> & {
  readonly validFrom: Date | null;
  readonly validTo: Date | null;
};

/** An override as it was entered. */
export interface PolicyOverride {
  readonly id: number;
  readonly kind: OverrideKind;
  /** Null: the whole site. */
  readonly gateId: number | null;
  readonly since: Date;
  readonly until: Date;
  readonly reason: string;
}

/** Everything that rules consist of. */
export interface PolicyInput {
  /** Null for a policy that was never stored. */
  readonly version: number | null;
  readonly timeZone: string;
  readonly groups: readonly { readonly id: number; readonly name: string }[];
  readonly areas: readonly PolicyArea[];
  readonly schedules: readonly ScheduleInput[];
  readonly rules: readonly RuleInput[];
  readonly overrides: readonly PolicyOverride[];
}

/** A rule with its schedule and group looked up. */
export interface Rule extends RuleInput {
  /** Null: always open. */
  readonly schedule: Schedule | null;
  /** "Contractors", or "Everyone". */
  readonly groupName: string;
  /** What the rule refers to, if it does not exist: such a rule never grants. */
  readonly missing: string | null;
}

/** A gate as far as rules see it. */
export interface RuleGate {
  readonly id: number;
  readonly name: string;
  readonly type: GateType;
  readonly fromAreaId?: number | null;
  readonly toAreaId?: number | null;
}

/** The rules of one gate and direction by group; `everyone` is their key for all groups. */
export type RulesByGroup = ReadonlyMap<number, readonly Rule[]>;

/** The modes of rules that are evaluated. */
export type ActiveMode = Exclude<Rule["mode"], "off">;

/** The key of rules for everyone. */
export const everyone = 0;

/** A policy prepared for decisions. Compile it once for many decisions. */
export interface Policy {
  readonly version: number | null;
  readonly timeZone: string;
  readonly groups: ReadonlyMap<number, string>;
  readonly areas: Areas;
  readonly rules: readonly Rule[];
  readonly overrides: readonly PolicyOverride[];
  /** Whether any rule is enforced; otherwise every valid identifier and reservation opens every gate. */
  readonly hasRules: boolean;
  /** Whether any rule is in shadow mode. */
  readonly hasShadowRules: boolean;
  /** Whether a rule requires plate and tag. */
  readonly requiresBothFactors: boolean;
  /** The groups whose vehicles are counted, by the area of their quota; 0 is the whole site. */
  readonly quotas: readonly { readonly areaId: number; readonly groupId: number }[];
  /** The rules of a mode that apply to a passage, by group, the oldest first. */
  rulesAt(gate: RuleGate, direction: GateType, mode: ActiveMode): RulesByGroup;
}

/** Prepares a policy for decisions. */
export function compilePolicy(input: PolicyInput): Policy {
  const groups = new Map(input.groups.map(({ id, name }) => [id, name]));
  const areas: Areas = new Map(input.areas.map((area) => [area.id, area]));
  const schedules = new Map(input.schedules.map((schedule) => [schedule.id, compileSchedule(schedule)]));
  const rules = input.rules
    .filter(({ mode }) => mode !== "off")
    .map((rule): Rule => toRule(rule, { groups, areas, schedules }))
    .sort((one, other) => one.id - other.id);
  const known = { enforced: noRulesYet(), shadow: noRulesYet() };
  return {
    version: input.version,
    timeZone: input.timeZone,
    groups,
    areas,
    rules,
    overrides: input.overrides,
    hasRules: rules.some(({ mode }) => mode === "enforced"),
    hasShadowRules: rules.some(({ mode }) => mode === "shadow"),
    requiresBothFactors: rules.some(({ factors }) => factors === "both"),
    quotas: rules.flatMap(({ quota, groupId, areaId }) =>
      quota === null ? [] : [{ areaId: areaId ?? everyone, groupId: groupId ?? everyone }],
    ),
    rulesAt: (gate, direction, mode) => {
      const byGate = known[mode][direction];
      const found = byGate.get(gate.id);
      if (found) return found;
      const grouped = Map.groupBy(
        rules.filter((rule) => rule.mode === mode && isAt(rule, gate, direction, areas)),
        keyOf,
      );
      byGate.set(gate.id, grouped);
      return grouped;
    },
  };
}

const noRulesYet = () => ({ N: new Map<number, RulesByGroup>(), X: new Map<number, RulesByGroup>() });

const keyOf = ({ groupId }: Rule): number => groupId ?? everyone;

function toRule(
  rule: RuleInput,
  known: {
    groups: ReadonlyMap<number, string>;
    areas: Areas;
    schedules: ReadonlyMap<number, Schedule>;
  },
): Rule {
  const { groupId, areaId, scheduleId } = rule;
  const missing = [
    ...(groupId !== null && !known.groups.has(groupId) ? ["group"] : []),
    ...(areaId !== null && !known.areas.has(areaId) ? ["area"] : []),
    ...(scheduleId !== null && !known.schedules.has(scheduleId) ? ["schedule"] : []),
  ];
  return {
    ...rule,
    schedule: findIn(known.schedules, scheduleId) ?? null,
    groupName: groupId === null ? "Everyone" : (known.groups.get(groupId) ?? "Deleted group"),
    missing: missing[0] ?? null,
  };
}

/** The areas of a passage; a passage against the gate's own direction swaps them. */
export function passageAreas(gate: RuleGate, direction: GateType): { from: number | null; to: number | null } {
  const [from, to] = [gate.fromAreaId ?? null, gate.toAreaId ?? null];
  return direction === gate.type ? { from, to } : { from: to, to: from };
}

/** Whether a rule applies to a passage at all. */
function isAt(rule: RuleInput, gate: RuleGate, direction: GateType, areas: Areas): boolean {
  if (rule.direction !== null && rule.direction !== direction) return false;
  // A deny rule closes exits only if it says so.
  if (rule.effect === "deny" && direction === "X" && rule.direction !== "X") return false;
  if (rule.gateIds.length > 0 && !rule.gateIds.includes(gate.id)) return false;
  if (rule.areaId === null || !areas.has(rule.areaId)) return true;
  const { from, to } = passageAreas(gate, direction);
  return isWithin(areas, direction === "N" ? to : from, rule.areaId);
}

/** The overrides of a gate that are active at a time. */
export function activeOverrides({ overrides }: Policy, gate: RuleGate, at: Date): readonly PolicyOverride[] {
  if (overrides.length === 0) return [];
  const ms = at.getTime();
  return overrides.filter(
    ({ gateId, since, until }) =>
      (gateId === null || gateId === gate.id) && since.getTime() <= ms && ms < until.getTime(),
  );
}
