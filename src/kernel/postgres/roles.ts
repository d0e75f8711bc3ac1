import { createHmac } from 'node:crypto';
import pg from 'pg';
import { CannotStart } from '#kernel/cannot-start.ts';
import { asRole, passwordIn } from '#kernel/postgres/address.ts';

/**
 * Creates two roles besides the owner, and returns the address for the server: `akada_app` owns nothing, so that
 * row-level security applies to it; `akada_gate` owns the few functions that may bypass it.
 */
export async function ensureRoles(client: pg.Client, ownerUrl: string, givenAppUrl?: string) {
  const state = await readState(client);
  const password = passwordIn(ownerUrl);
  if (!state.app && (givenAppUrl || !password)) throw tellHow(state.owner);
  if (!state.app || !state.gate || !state.member) await createRoles(client, state, password);
  if (state.app?.bypasses) {
    throw new CannotStart(
      'Role akada_app can bypass row-level security. Run: alter role akada_app nosuperuser nobypassrls;',
    );
  }
  await setLimits(client);
  if (givenAppUrl) return givenAppUrl;
  if (!password) {
    throw new CannotStart(
      'DATABASE_URL has no password from which the password of akada_app could be derived. Set a password for akada_app and set DATABASE_APP_URL.',
    );
  }
  const appUrl = appUrlOf(ownerUrl);
  // The owner's password was changed, or the roles belong to another installation on the same cluster.
  if (state.app && !(await opens(appUrl))) await givePassword(client, state.owner, derived(password));
  return appUrl;
}

/**
 * The address of akada_app, derived from the owner's. Every process derives the same password, so nothing needs to be
 * stored.
 */
export function appUrlOf(ownerUrl: string) {
  return asRole(ownerUrl, 'akada_app', derived(passwordIn(ownerUrl)));
}

function derived(ownerPassword: string) {
  return createHmac('sha256', ownerPassword).update('akada_app').digest('hex');
}

interface State {
  owner: string;
  app?: { bypasses: boolean };
  gate?: object;
  member: boolean;
}

async function readState(client: pg.Client): Promise<State> {
  const { rows } = await client.query(`
    select current_user as owner, rolname as role, rolsuper or rolbypassrls as bypasses,
      (select bool_or(m.set_option and m.inherit_option) from pg_auth_members m
        where m.roleid = r.oid and m.member = current_user::regrole) as member
    from (values (1)) one left join pg_roles r on rolname in ('akada_app', 'akada_gate')`);
  const gate = rows.find(({ role }) => role === 'akada_gate');
  return {
    owner: rows[0].owner,
    app: rows.find(({ role }) => role === 'akada_app'),
    gate,
    member: Boolean(gate?.member),
  };
}

/**
 * A hanging transaction must not hold locks for ever or make people wait. Set for the role rather than each connection,
 * so that it also works behind PgBouncer.
 */
export const limits: Record<string, string> = {
  statement_timeout: '20s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '60s',
};

async function setLimits(client: pg.Client) {
  const { rows } = await client.query(`
    select coalesce(r.rolconfig, '{}') as settings,
      o.rolsuper or (o.rolcreaterole and pg_has_role(o.oid, r.oid, 'member with admin option')) as may
    from pg_roles r, pg_roles o where r.rolname = 'akada_app' and o.rolname = current_user`);
  const { settings, may } = rows[0] as { settings: string[]; may: boolean };
  // If a superuser created the role, they set its limits: docs/operations.md lists ours.
  if (!may) return;
  for (const [name, value] of Object.entries(limits)) {
    if (!settings.includes(`${name}=${value}`)) await client.query(`alter role akada_app set ${name} = '${value}'`);
  }
}

async function createRoles(client: pg.Client, state: State, password: string) {
  try {
    if (!state.app) {
      await client.query(`create role akada_app login nosuperuser nobypassrls password '${derived(password)}'`);
    }
    if (!state.gate) await client.query('create role akada_gate nologin nosuperuser nobypassrls');
    await client.query('grant akada_gate to current_user with inherit true, set true');
  } catch (error) {
    if ((error as pg.DatabaseError).code === '42501') throw tellHow(state.owner);
    throw error;
  }
}

async function givePassword(client: pg.Client, owner: string, password: string) {
  try {
    await client.query(`alter role akada_app login password '${password}'`);
  } catch (error) {
    if ((error as pg.DatabaseError).code === '42501') throw tellHow(owner);
    throw error;
  }
}

async function opens(appUrl: string) {
  const client = new pg.Client({ connectionString: appUrl });
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (['28P01', '28000'].includes((error as pg.DatabaseError).code ?? '')) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

function tellHow(owner: string) {
  return new CannotStart(`User ${owner} of DATABASE_URL is not allowed to create the roles that Akada needs. As a superuser, run

  create role akada_app login nosuperuser nobypassrls password '<a password>';
  create role akada_gate nologin;
  grant akada_gate to "${owner}" with inherit true, set true;
${Object.entries(limits)
  .map(([name, value]) => `  alter role akada_app set ${name} = '${value}';`)
  .join('\n')}

and set DATABASE_APP_URL to the address of the same database with user akada_app and that password.`);
}
