-- HEALTH-4: whether a device has ever answered a probe. One that has not only pushes, and its pushes show that it lives.
alter table device_health add column "hasAnswered" boolean not null default false;
update device_health set "hasAnswered" = "isHealthy";
