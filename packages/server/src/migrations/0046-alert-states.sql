-- OPS-8: acknowledged and shelved alerts. The state follows from the columns and the time.
alter table alerts
  -- Since when it needs attention: raised, repeated after it was acknowledged, or returned from the shelf.
  add column "activeSince" timestamptz not null default now(),
  add column "acknowledgedAt" timestamptz,
  add column "acknowledgedBy" text,
  add column "shelvedUntil" timestamptz,
  add column "shelvedBy" text,
  add column "shelveReason" text,
  -- Null if the fault ended by itself.
  add column "resolvedBy" text,
  add constraint alerts_shelved check (("shelvedUntil" is null) = ("shelveReason" is null));
update alerts set "activeSince" = "createdAt";

-- Earlier occurrences of the same fault.
create index alerts_subject on alerts (type, subject, "lastSeenAt" desc);
create index alerts_shelf on alerts ("shelvedUntil") where "shelvedUntil" is not null and status = 'new';
