-- The community string of SNMP signs, encrypted. No view contains it, so it never leaves the server.
alter table displays add column "communitySecret" text;
