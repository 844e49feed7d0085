-- Finds the last manual command of a target: a second press within two seconds means the first one.
create index commands_manual_target on commands ("targetKind", "targetId", id desc) where by is not null;
