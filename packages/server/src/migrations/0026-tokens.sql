-- ROLE-6, AUTH-13: personal access tokens, and the first refusal of a session or token.

create table personal_tokens (
  id integer generated always as identity primary key,
  "userId" integer not null references users on delete cascade,
  name text not null,
  -- The token has those of them that its owner has too.
  permissions text[] not null,
  prefix text not null,
  "tokenHash" text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz not null,
  "lastUsedAt" timestamptz,
  "lastAddress" text,
  "revokedAt" timestamptz,
  -- When a use was first refused: only that one is recorded in the audit trail.
  "refusedAt" timestamptz
);
create unique index personal_tokens_hash on personal_tokens ("tokenHash");
create unique index personal_tokens_name on personal_tokens ("userId", lower(name)) where "revokedAt" is null;

alter table sessions add column "refusedAt" timestamptz;
select watch_tables();
