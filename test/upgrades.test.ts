import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, readMigrations } from '#kernel/migrate.ts';
import { withClient } from '#test/harness/client.ts';
import { freshDatabase } from '#test/harness/database.ts';
import { contentsOf, formOf } from './backup/installation.ts';

/** Databases of the releases before the baseline: the names in their ledgers are all that differs (docs/decisions/0001). */
const last = {
  name: '20261127-1730_years.sql',
  sha256: '8bd5231ca4dbd6b3b4d985cff5f135967ef181a47328f9783631af0b984bcbec',
};
let fresh: Awaited<ReturnType<typeof freshDatabase>>;
const query = (text: string, values: unknown[] = []) =>
  withClient(fresh.ownerUrl, async (client) => (await client.query(text, values)).rows);
const ledger = () => query('select name, sha256 from akada_migrations order by name collate "C"');
const baseline = readMigrations().map(({ name, sha256 }) => ({ name, sha256 }));
const later = baseline.map(({ name }) => name).filter((name) => !/^\d\d-/.test(name));
/** Takes back what the migrations after the baseline do: each has a statement here. */
const takeBackLater = () =>
  query(`alter table invoices drop column note, drop column open;
    create index on invoices (institution_id, student_id) where settled + credited < total;
    create index on invoices (institution_id, student_id, id) where fine_rule is not null and settled + credited < total;
    drop index invoices_cancelled;
    drop view payments_unseen_at_bank, payments_at_bank;
    drop function akada_see_payments cascade;
    grant update on bank_line_payments to akada_app;
    drop function akada_times_used;
    alter table payments drop column is_seen_at_bank;
    create view payments_at_bank with (security_invoker = true) as select institution_id, id as payment_id, channel, status,
      day, amount, currency, reference, receipt_number from payments;
    create view payments_unseen_at_bank with (security_invoker = true) as select * from payments_at_bank;
    grant select on payments_at_bank, payments_unseen_at_bank to akada_app;
    alter table installation drop column secret_fingerprint, drop column directory_key, drop column directory_revision,
      drop column directory_acknowledged, drop column directory_anew, drop column directory_busy_until;
    drop table directory_changes;
    drop function akada_note_for_directory cascade;
    drop function akada_tell_directory_all, akada_found_by;
    drop function akada_operating_figures, akada_waiting_figures, akada_moved_link, akada_moved;
    drop table carried_keys, moved_links, moved_institutions;
    alter table installation drop column cell;
    update notifications set href = replace(href, '/roles/new-permissions', '/roles/money');
    drop trigger hold_slug on sites;
    drop trigger hold_front on sites;
    drop trigger hold_host on site_hosts;
    drop trigger hold_token on site_pictures;
    drop function akada_hold_public_name, akada_public_name, akada_free_slug;
    drop table public_names;
    alter table sites add unique (slug);
    create unique index sites_one_front on sites (is_front) where is_front;
    create unique index site_hosts_host_key on site_hosts (host) where status = 'approved';
    alter table site_pictures drop constraint site_pictures_institution_id_token_key, add unique (token);
    alter table files drop constraint files_institution_id_stored_as_key, add unique (stored_as)`);
const state = async () => ({ contents: await contentsOf(fresh.ownerUrl), form: await formOf(fresh.ownerUrl) });

beforeAll(async () => void (fresh = await freshDatabase()));
afterAll(() => fresh?.drop());

async function standAt(migrations: { name: string; sha256: string }[]) {
  await query('delete from akada_migrations');
  for (const { name, sha256 } of [{ name: '0001_foundation.sql', sha256: 'f' }, ...migrations])
    await query('insert into akada_migrations (name, sha256) values ($1, $2)', [name, sha256]);
}
const start = () => migrate(fresh.ownerUrl, { appUrl: fresh.appUrl });

test('a database of the previous release is at the baseline, and only what came after it is applied', async () => {
  await query(`
    with school as (insert into institutions (name, short_name) values ('Olumo Heights', 'OH') returning id),
      owner as (insert into accounts (username, name) values ('owner', 'Owner') returning id)
    insert into notifications (institution_id, account_id, kind, title, href)
    select school.id, owner.id, 'roles.money', 'Fees and payments are new', '/roles/new-permissions?institution_id=' || school.id
    from school, owner`);
  await query(`set session_replication_role = replica;
    insert into payments (institution_id, channel, status, amount, currency, day, code, is_seen_at_bank)
    select id, 'transfer', 'successful', 5000, 'NGN', '2026-11-27', left(md5(n::text), 16), n = 1
    from institutions, generate_series(1, 2) n;
    insert into bank_line_payments (institution_id, payment_id, line_id)
    select institution_id, id, 1 from payments where is_seen_at_bank`);
  const before = await state();
  await takeBackLater();
  await standAt([{ name: '0002_geography.sql', sha256: 'e' }, last]);
  expect((await start()).applied).toEqual(later);
  expect(await ledger()).toEqual(baseline);
  expect(await state()).toEqual(before);
  expect((await start()).applied).toEqual([]);
});

test.each([
  ['an older release', []],
  ['a release whose last migration was changed', [{ ...last, sha256: 'd' }]],
  ['a release with further migrations', [last, { name: '20261127-1800_more.sql', sha256: 'c' }]],
])('a database of %s is refused, with the release to start first', async (_, migrations) => {
  await standAt(migrations);
  const before = [await ledger(), await state()];
  await expect(start()).rejects.toThrow(
    'This database is from an older release: start the previous release (up to 20261127-1730_years.sql) first, then start this one.',
  );
  expect([await ledger(), await state()]).toEqual(before);
});
