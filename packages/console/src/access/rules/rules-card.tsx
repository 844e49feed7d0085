import { firstRuleName, type Rule, ruleModes, ruleModeTitles } from "@gatehouse/contract/entities/access/rule";
import { formatRule, type RuleNames } from "@gatehouse/contract/entities/access/rule-sentence";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { FilterChips } from "../../ui/filter-chips.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import classes from "./access-rule.module.css";
import { createRuleResource } from "./rule.resource.tsx";
import { useRuleNames } from "./rule-names.ts";

const modeChoices = ruleModes.map((value) => ({ value, label: ruleModeTitles[value] }));

const noRules = {
  empty: "No rules yet: every valid identifier and reservation opens every gate",
  purpose: `Your first rule is accompanied by the rule “${firstRuleName}”, which keeps it so until you switch it off or delete it.`,
};
const noMatch = { empty: "No rule matches", purpose: "Change the search text or remove the filter." };

/** The rules of the site, each as a sentence, with a search by text and a filter by mode. */
export function RulesCard() {
  const { text, mode, go } = useRuleFilter();
  const names = useRuleNames();
  const isFiltered = text !== "" || mode !== undefined;
  const isFound = (rule: Rule) =>
    (mode === undefined || rule.mode === mode) && (names === undefined || isMatch(rule, text, names));
  return (
    <ResourceCard
      title="Rules"
      purpose="The order of rules does not matter: a rule that denies always wins, and a vehicle that no rule allows is denied."
      isMain
      tools={
        <div className={classes.tools}>
          <SearchBox label="Search rules" value={text} onSearch={(next) => go(next, mode)} />
          <FilterChips label="Mode" choices={modeChoices} value={mode} onChange={(next) => go(text, next)} />
        </div>
      }
      resource={createRuleResource(isFound, isFiltered ? noMatch : noRules)}
    />
  );
}

/** Every word must occur in the name or the sentence. */
function isMatch(rule: Rule, text: string, names: RuleNames): boolean {
  const shown = `${rule.name} ${formatRule(rule, names)}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => shown.includes(word));
}

/** Search text and mode, kept in the URL. */
function useRuleFilter() {
  const { q = "", filter } = useSearch({ from: "/shell/access/rules" });
  const navigate = useNavigate();
  return {
    text: q,
    mode: ruleModes.find((each) => each === filter),
    go: (text: string, mode: Rule["mode"] | undefined) =>
      void navigate({
        to: ".",
        search: { ...(text !== "" && { q: text }), ...(mode !== undefined && { filter: mode }) },
        replace: true,
        resetScroll: false,
      }),
  };
}
