-- REP-6: a gate or group that a schedule filters by can't be deleted. Schedules whose gate or group no longer exists are
-- switched off: their reports would be empty.
update report_schedules set "isEnabled" = false, filters = filters - 'gateId'
where not exists (select from gates where id = (filters->>'gateId')::integer) and filters ? 'gateId';
update report_schedules set "isEnabled" = false, filters = filters - 'groupId'
where not exists (select from access_groups where id = (filters->>'groupId')::integer) and filters ? 'groupId';
alter table report_schedules
  add column "filterGateId" integer generated always as ((filters->>'gateId')::integer) stored
    constraint report_schedules_gate references gates,
  add column "filterGroupId" integer generated always as ((filters->>'groupId')::integer) stored
    constraint report_schedules_group references access_groups;

-- Every save sets it, so it is no change of its own.
alter table report_schedules rename column since to "changedAt";
