-- AUTH-11: second factors: authenticator apps, recovery codes and passkeys.

-- Null for a complete session; second-factor: only the password was checked; set-up: the role requires a second factor
-- that the person does not have yet.
alter table sessions add column stage text;
-- When the person last confirmed the password in this session.
alter table sessions add column "confirmedAt" timestamptz(3);

create table totp_secrets (
  id integer generated always as identity primary key,
  "userId" integer not null references users on delete cascade,
  -- Encrypted like the passwords of devices.
  secret text not null,
  "createdAt" timestamptz(3) not null,
  -- The time step of the last accepted code: an older or equal one is not accepted again.
  "lastStep" integer not null
);
create unique index totp_secrets_user on totp_secrets ("userId");

create table passkeys (
  id integer generated always as identity primary key,
  version integer not null default 1,
  "userId" integer not null references users on delete cascade,
  name text not null,
  -- The host name under which it was created; it works nowhere else.
  "hostName" text not null,
  "credentialId" text not null,
  "publicKey" text not null,
  -- Increases with each use, unless the authenticator has no counter.
  counter bigint not null,
  transports text[] not null,
  "createdAt" timestamptz(3) not null,
  "lastUsedAt" timestamptz(3)
);
create unique index passkeys_credential on passkeys ("credentialId");
create index passkeys_user on passkeys ("userId");

create table recovery_codes (
  "userId" integer not null references users on delete cascade,
  "codeHash" text not null,
  -- A used code is kept, to explain why it does not work again.
  "usedAt" timestamptz(3),
  primary key ("userId", "codeHash")
);
comment on table recovery_codes is 'unwatched: ten rows are one change, which is recorded as such';

create table passkey_challenges (
  challenge text primary key,
  -- register, second-factor or sign-in.
  purpose text not null,
  "userId" integer references users on delete cascade,
  origin text not null,
  "expiresAt" timestamptz(3) not null
);
create index passkey_challenges_expiry on passkey_challenges ("expiresAt");
comment on table passkey_challenges is 'unwatched: they live for minutes';
select watch_tables();
