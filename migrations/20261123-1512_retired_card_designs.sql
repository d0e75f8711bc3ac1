-- A programme that uses the institution's design again: its versions stay for what was published by them.
alter table card_designs add column retired_at timestamptz;
