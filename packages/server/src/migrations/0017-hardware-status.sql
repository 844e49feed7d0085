-- LIVE-10: the status of boards, signs, readers and loop detectors. The leader checks them; every process serves them.
create table hardware_status (
  kind text not null check (kind in ('reader', 'board', 'sign', 'loop')),
  -- The id of the reader, sign or loop, or the address of the board.
  id text not null,
  name text not null,
  state text not null check (state in ('online', 'offline', 'unknown')),
  reason text,
  since timestamptz not null,
  primary key (kind, id)
);
comment on table hardware_status is 'unwatched: its changes are announced by the leader';

-- LIVE-10: the positions of barriers with position contacts.
create table barrier_positions (
  "barrierId" integer primary key references boom_barriers on delete cascade,
  position text not null check (position in ('open', 'closed', 'moving', 'contradiction', 'unknown')),
  since timestamptz not null
);
comment on table barrier_positions is 'unwatched: it changes with every passing vehicle';

-- LIVE-10, LIVE-11: an accepted open command after which the barrier did not move. Not validated, to avoid reading all
-- commands while the gates wait: existing rows satisfy the stricter constraint before.
alter table commands drop constraint commands_state_check;
alter table commands add constraint commands_state_check
  check (state in ('queued', 'sent', 'accepted', 'rejected', 'unreachable', 'expired', 'unmoved')) not valid;
