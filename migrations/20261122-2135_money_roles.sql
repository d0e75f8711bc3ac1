/*
 * Institutions from before have roles without the permissions of fees and payments. Nothing is given silently: their
 * owners are shown who holds the roles, and confirm each.
 */
-- Forced row-level security would hide the rows from an owner who is no superuser.
alter table notifications no force row level security;
alter table memberships no force row level security;
alter table roles no force row level security;
insert into notifications (institution_id, account_id, kind, title, body, href)
select distinct m.institution_id, m.account_id, 'roles.money', 'Fees and payments are new',
  'See who has the roles Bursar, Cashier and Principal, and confirm what each may do with money.',
  '/roles/money?institution_id=' || m.institution_id
from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
where r.key = 'owner' and m.suspended_at is null;
alter table notifications force row level security;
alter table memberships force row level security;
alter table roles force row level security;
