-- RULE-2: a rule applies during its schedule and period, or outside them ("only at these times" is a denial outside).
alter table access_rules add column times text not null default 'during' check (times in ('during', 'outside'));

drop view access_rule_records;
create view access_rule_records as
  select r.*, coalesce((
    select jsonb_agg(g."gateId" order by g.position) from access_rule_gates g where g."ruleId" = r.id), '[]') as "gateIds"
  from access_rules r;
select watch_tables();
