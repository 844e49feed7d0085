-- OPS-7: one count per area. Areas without a row are counted by their gates.
create table area_counts (
  -- The area.
  id integer primary key constraint area_counts_area references access_areas on delete cascade,
  version integer not null default 1,
  "leading" text not null default 'gates' check ("leading" in ('gates', 'loops', 'cameras', 'slots')),
  "loopsVariableId" integer constraint area_counts_loops references variables on delete set null,
  "camerasVariableId" integer constraint area_counts_cameras references variables on delete set null,
  "slotsVariableId" integer constraint area_counts_slots references variables on delete set null,
  -- Vehicles inside that no gate has read, or that left unread (negative).
  adjustment integer not null default 0
);
create index area_counts_loops on area_counts ("loopsVariableId");
create index area_counts_cameras on area_counts ("camerasVariableId");
create index area_counts_slots on area_counts ("slotsVariableId");

create table area_corrections (
  id integer generated always as identity primary key,
  "areaId" integer not null references access_areas on delete cascade,
  at timestamptz not null,
  source text not null,
  "from" integer not null,
  "to" integer not null,
  reason text not null,
  by text not null
);
create index area_corrections_area on area_corrections ("areaId", at desc);

-- The curve of an area reads the movements of its variable in a period.
create index movements_time on movements ("variableId", at);

select watch_tables();
