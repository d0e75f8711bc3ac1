/* What a program asks of its students beside passing: null where it asks nothing. Grade points in hundredths. */
alter table programs
  add column probation_below int check (probation_below between 1 and 10000),
  add column withdrawal_after int check (withdrawal_after between 1 and 20),
  add column units_required int check (units_required between 1 and 1000),
  add check (withdrawal_after is null or probation_below is not null);
