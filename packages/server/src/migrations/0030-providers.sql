-- AUTH-10: sign-in with OpenID Connect.

create table sign_in_providers (
  id integer generated always as identity primary key,
  version integer not null default 1,
  name text not null,
  issuer text not null,
  "clientId" text not null,
  -- Encrypted; null for a client without one.
  "clientSecret" text,
  scopes text not null,
  "roleClaim" text not null,
  -- [{value, role, gateIds}]; the first entry that matches applies.
  mapping jsonb not null,
  -- The code of a built-in role, or the name of a row in roles; null refuses people without a mapped value.
  "defaultRole" text,
  "isConsentAsked" boolean not null,
  "isEnabled" boolean not null
);
create unique index sign_in_providers_name on sign_in_providers (lower(name));

-- An account of a provider is identified by the provider and its subject, never by a name or an e-mail address.
alter table users
  add column "providerId" integer references sign_in_providers,
  add column subject text,
  add constraint users_of_provider check (("providerId" is null) = (subject is null));
create unique index users_subject on users ("providerId", subject);

-- Who may sign in with a password: everyone (null), or only the emergency account.
create table sign_in_settings (
  id integer primary key default 1 check (id = 1),
  version integer not null default 1,
  "onlyUserId" integer references users
);
insert into sign_in_settings default values;

-- Sign-ins that wait for the provider, and results that wait for the console. Each is used once.
create table provider_sign_ins (
  -- The hash of the state, or of the one-time code.
  "keyHash" text primary key,
  "providerId" integer references sign_in_providers on delete cascade,
  -- The hash of the cookie of the browser that started it.
  "browserHash" text not null,
  address text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz not null,
  -- Encrypted.
  "sealedData" text not null
);
create index provider_sign_ins_address on provider_sign_ins (address, "createdAt" desc);
create index provider_sign_ins_expiry on provider_sign_ins ("expiresAt");
comment on table provider_sign_ins is 'unwatched: it is used once within minutes';

-- What the next check of a session at its provider needs.
create table provider_sessions (
  "sessionId" uuid primary key references sessions on delete cascade,
  "providerId" integer not null references sign_in_providers on delete cascade,
  -- Encrypted; null if the provider issued none.
  "refreshToken" text,
  "checkedAt" timestamptz not null
);
comment on table provider_sessions is 'unwatched: it is a part of the session';
select watch_tables();
