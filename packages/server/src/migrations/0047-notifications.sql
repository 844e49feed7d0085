-- NOTE-1 to NOTE-4: the mail server, webhooks, notification rules and what they sent.

create table mail_server (
  id integer primary key default 1 check (id = 1),
  version integer not null,
  -- Empty: no e-mail is sent.
  host text not null,
  port integer not null,
  security text not null check (security in ('tls', 'starttls', 'none')),
  username text,
  -- Encrypted.
  "passwordSecret" text,
  sender text not null
);

create table notification_webhooks (
  id integer generated always as identity primary key,
  version integer not null default 1,
  name text not null,
  url text not null,
  -- Encrypted; null only until the new row was checked.
  "signingSecret" text
);
create unique index notification_webhooks_name on notification_webhooks (lower(name));

create table notification_rules (
  id integer generated always as identity primary key,
  version integer not null default 1,
  name text not null,
  topics text[] not null,
  emails text[] not null,
  "webhookIds" integer[] not null,
  "isInBrowser" boolean not null,
  "isImmediate" boolean not null,
  -- [{afterMinutes, emails, webhookIds}]
  escalation jsonb not null,
  -- Site time, like 22:00.
  "quietFrom" text,
  "quietTo" text,
  "digestAt" text,
  "isEnabled" boolean not null,
  constraint notification_rules_quiet check (("quietFrom" is null) = ("quietTo" is null))
);
create unique index notification_rules_name on notification_rules (lower(name));

-- The webhooks of a rule and its escalation, so that a webhook in use can't be deleted.
create table notification_rule_webhooks (
  "ruleId" integer not null references notification_rules on delete cascade,
  "webhookId" integer not null constraint notification_rule_webhooks_webhook references notification_webhooks,
  primary key ("ruleId", "webhookId")
);
create index notification_rule_webhooks_webhook on notification_rule_webhooks ("webhookId");
comment on table notification_rule_webhooks is 'unwatched: it follows the rule';

-- What was sent for which alert. Step 0 is the first message, the others are the steps of the escalation.
create table notification_log (
  id bigint generated always as identity primary key,
  "ruleId" integer not null references notification_rules on delete cascade,
  "alertId" integer not null references alerts on delete cascade,
  "activeSince" timestamptz not null,
  step integer not null,
  at timestamptz not null,
  "isInBrowser" boolean not null,
  constraint notification_log_once unique ("ruleId", "alertId", "activeSince", step)
);
create index notification_log_alert on notification_log ("alertId");
comment on table notification_log is 'unwatched: it is a record of its own';

create table notification_positions (
  "ruleId" integer primary key references notification_rules on delete cascade,
  -- Alerts that were active before are not sent.
  since timestamptz not null,
  "lastDigestAt" timestamptz
);
comment on table notification_positions is 'unwatched: it is a position';

-- NOTE-3: a system that fails postpones its own messages only.
alter table outbox add column target text not null default '';
drop index outbox_waiting;
create index outbox_waiting on outbox (kind, target, "nextAttemptAt", id) where "takenAt" is null;
create index outbox_target on outbox (kind, target, "takenAt" desc) where "takenAt" is not null and target <> '';

create view notification_webhook_records as
  select w.*,
    (select count(*) from outbox o where o.kind = 'notification-webhook' and o.target = w.id::text and o."takenAt" is null)
      as waiting,
    (select o."lastFault" from outbox o
      where o.kind = 'notification-webhook' and o.target = w.id::text and o."takenAt" is null and o."lastFault" is not null
      order by o.id limit 1) as "lastFault",
    (select max(o."takenAt") from outbox o
      where o.kind = 'notification-webhook' and o.target = w.id::text and o."takenAt" is not null) as "lastDeliveredAt"
  from notification_webhooks w;

select watch_tables();
