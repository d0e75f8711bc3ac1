-- A result by SMS names the pin alone: its last digits find the few that it can be.
create index pins_last_four on pins (institution_id, last_four) where last_four is not null;
