/* Fees of an application, as its order reports them, and what admitting many at once needs. */
alter table applications add column fee_paid_at timestamptz, add column acceptance_paid_at timestamptz;

-- Newly admitted students get the invoices of fees that were billed already.
alter table intakes add column bills boolean not null default true;

-- A round that is worked through by a job: who is still to be done has no time, who could not be done has a problem.
alter table admission_round_members add column done_at timestamptz, add column problem text check (length(problem) <= 300);
alter table admission_rounds add column finished_at timestamptz;
