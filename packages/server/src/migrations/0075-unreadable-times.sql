-- ENG-4: an event whose time can't be read is stored at its arrival, and marked.
alter table events drop constraint events_timing_check;
alter table events add constraint events_timing_check check (timing in ('live', 'late', 'future', 'unreadable')) not valid;
