import { firstRuleName, type Rule, ruleModeTitles } from "@gatehouse/contract/entities/access/rule";
import { formatRule, type RuleTerms } from "@gatehouse/contract/entities/access/rule-sentence";
import { Skeleton } from "@mantine/core";
import classes from "./access-rule.module.css";
import { useRuleNames } from "./rule-names.ts";

/** RULE-2: a rule in its list: its sentence and its mode. */
export function RuleRow({ rule }: { rule: Rule }) {
  const names = useRuleNames();
  return (
    <span className={classes.rule}>
      <span className={classes.words}>
        <span className={classes.sentence}>
          {names === undefined ? <Skeleton component="span" height={12} width="60%" /> : formatRule(rule, names)}
        </span>
        {rule.name === firstRuleName && (
          <span className={classes.note}>
            Added with your first rule, so that nothing changed at first. Switch it off or delete it when your own rules
            allow everyone who should pass.
          </span>
        )}
      </span>
      <span className={classes.mode} data-mode={rule.mode}>
        {ruleModeTitles[rule.mode]}
      </span>
    </span>
  );
}

/** RULE-2: the sentence of the rule that is being edited. */
export function RulePreview({ terms }: { terms: RuleTerms }) {
  const names = useRuleNames();
  return (
    <p className={classes.preview} aria-live="polite">
      {names === undefined ? "…" : formatRule(terms, names)}
    </p>
  );
}
