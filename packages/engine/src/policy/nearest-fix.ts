import { gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import type { Evaluation } from "./evaluation.ts";
import type { Rule } from "./policy.ts";
import { missedTime } from "./rule-time.ts";

/** The window that was missed by the least: "Contractors are allowed until 18:00; it was 18:07". */
export function scheduleFix(rules: readonly Rule[], evaluation: Evaluation): string {
  const missed = rules.flatMap((rule) => {
    const window = missedTime(rule, evaluation);
    return window ? [{ rule, window }] : [];
  });
  const [nearest] = missed.sort((one, other) => one.window.missedByMs - other.window.missedByMs);
  if (!nearest) return `Add a window to schedule "${rules[0]?.schedule?.name}", which is not open within two weeks`;
  const { rule, window } = nearest;
  const verb = rule.groupId === null ? "is" : "are";
  return `${rule.groupName} ${verb} allowed ${window.kind} ${window.text}; it was ${window.was}`;
}

/** What is missing for a rule to allow it: the gate, or the group. */
export function noRuleFix(evaluation: Evaluation): string {
  const { policy, gate, direction, subjects } = evaluation;
  const groupIds = new Set(subjects.flatMap((subject) => subject.groupIds));
  const allowing = policy.rules.filter(
    ({ effect, mode, missing }) => effect === "allow" && mode === "enforced" && !missing,
  );
  const elsewhere = allowing.find(({ groupId }) => groupId === null || groupIds.has(groupId));
  const way = gateTypeTitles[direction].toLowerCase();
  if (elsewhere) return `Extend rule "${elsewhere.name}" for ${elsewhere.groupName} to ${way} at ${gate.name}`;
  // Only identifiers have groups.
  if (subjects.every(({ kind }) => kind !== "identifier"))
    return `Add a rule that allows everyone ${way} at ${gate.name}`;
  const atGate = [...policy.rulesAt(gate, direction, "enforced").values()]
    .flat()
    .find(({ effect, missing }) => effect === "allow" && !missing);
  if (atGate) return `Add it to group ${atGate.groupName}, which rule "${atGate.name}" allows at ${gate.name}`;
  return `Add a rule that allows it ${way} at ${gate.name}`;
}
