-- Area: kernel
-- Compared at each start: with another secret, what was sealed with this one could not be read.
alter table installation add secret_fingerprint text;
