/* A program can say after how many terms on probation a student is withdrawn. */
alter table promotion_decisions drop constraint promotion_decisions_proposed_check;
alter table promotion_decisions add constraint promotion_decisions_proposed_check
  check (proposed in ('promoted', 'on_trial', 'repeat', 'graduated', 'withdrawn', 'undecided'));
