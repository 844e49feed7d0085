-- OPS-3: when a loop last became free. Vehicles that were read before have left, also while the next one is on the loop.
alter table loop_states add column "freedAt" timestamptz;
update loop_states set "freedAt" = since where not "isOccupied";
