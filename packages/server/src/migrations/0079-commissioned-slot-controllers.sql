-- MOD-2: slot controllers are handed to the field controller like the other hardware.
alter table slot_controllers add column "commissionedAt" timestamptz;
