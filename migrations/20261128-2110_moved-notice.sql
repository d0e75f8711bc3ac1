-- Area: kernel
-- The page that the notice of new permissions named has moved.
-- Forced row-level security would hide the rows from an owner who is no superuser.
alter table notifications no force row level security;
update notifications set href = replace(href, '/roles/money', '/roles/new-permissions') where kind = 'roles.money';
alter table notifications force row level security;
