-- Clearer column names for events. Only names change, so this takes no longer on a site with millions of events: PostgreSQL
-- renames a column of a partitioned table in every partition, index and constraint without touching a row. The values of
-- events.listing ('gate', 'elsewhere', 'again') stay as they are, because other values would rewrite rows and all of their
-- index entries while the gates wait.

-- How lists show an event: 'gate' is a read at a gate, 'elsewhere' is any other event, and 'again' is a further detection
-- of a passage that is listed already, which no list shows.
alter table events rename column shelf to listing;

-- When a slot's state was last reported, by its device's clock: older reports change nothing.
alter table slot_reports rename column "toldAt" to "reportedAt";

-- SAFE-7: the device or sensor that sent the event, the device's own time of it (-infinity where it sent none), and when
-- the server received it.
alter table event_keys rename column source to sender;
alter table event_keys rename column "toldAt" to "reportedAt";
alter table event_keys rename column at to "receivedAt";
alter index event_keys_at rename to event_keys_received;

-- A check constraint keeps the name it was given from its column.
alter table events rename constraint events_shelf_check to events_listing_check;
