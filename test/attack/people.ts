import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { roleNames, type RoleKey } from '#kernel/contracts/role-names.ts';
import { csrfToken } from '#web/csrf.ts';
import { sessionCookie, visitorCookie } from '#web/requests.ts';
import { newVisitor } from '#web/visitors.ts';
import type { RouteAccess } from '#web/routes.ts';
import type { CsrfKind } from './csrf.ts';
import { parents } from './families.ts';

export const roles = Object.keys(roleNames) as RoleKey[];

export const groupAdministrator = 'group';

export const nobody = 'nobody';

export const people = [...roles, groupAdministrator, nobody];

export interface Person {
  name: string;
  cookies: Record<string, string>;
  /** Permissions anywhere, as the database has them; null for who holds all. */
  rights: Set<string> | null;
}

/** Session cookies for everybody, put into the database without the work of passwords. */
export async function openSessions(client: pg.Client, names: string[]): Promise<Map<string, string>> {
  const cookies = new Map<string, string>();
  for (const name of names) {
    const cookie = randomBytes(32).toString('base64url');
    await client.query(
      `insert into sessions (account_id, token_hash, expires_at) select id, $2, now() + interval '1 day' from accounts where username = $1`,
      [name, hashOf(cookie)],
    );
    cookies.set(name, cookie);
  }
  return cookies;
}

export const holdsCookie = (cookie: string) => `${sessionCookie}=${cookie}`;

const hashOf = (cookie: string) => createHash('sha256').update(cookie).digest();

/** Everybody who attacks in one round, their cookies, and what they may do just now. */
export class People {
  readonly #client: pg.Client;
  readonly #secret: Buffer;
  readonly #known = new Map<string, Person>();

  constructor(client: pg.Client, secret: Buffer, sessions: Map<string, string>) {
    this.#client = client;
    this.#secret = secret;
    for (const [name, cookie] of sessions)
      this.#known.set(name, { name, cookies: { [sessionCookie]: cookie }, rights: new Set() });
    this.#known.set(nobody, { name: nobody, cookies: visitor(secret), rights: new Set() });
  }

  get(name: string): Person {
    return this.#known.get(name)!;
  }

  /** Reads anew what everybody may do; who was signed out or disabled by an attack is let in again. */
  async refresh(): Promise<void> {
    const names = [...this.#known.keys()];
    await this.#client.query(
      'update accounts set disabled_at = null where disabled_at is not null and username = any ($1)',
      [names],
    );
    const { rows } = await this.#client.query<{
      username: string;
      all: boolean;
      permissions: string[];
      tokens: string[];
    }>(
      `select a.username, a.is_group_administrator or coalesce(bool_or(r.key = 'owner'), false) as all,
         coalesce(array_agg(p) filter (where p is not null), '{}') as permissions,
         array(select encode(token_hash, 'hex') from sessions s where s.account_id = a.id and akada_session_alive(s)) as tokens
       from accounts a left join memberships m on m.account_id = a.id
       left join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id) left join unnest(r.permissions) p on true
       where a.username = any ($1) group by a.id`,
      [names],
    );
    for (const row of rows) {
      const person = this.#known.get(row.username)!;
      person.rights = row.all ? null : new Set(row.permissions);
      const cookie = person.cookies[sessionCookie] ?? '';
      if (!row.tokens.includes(hashOf(cookie).toString('hex')))
        person.cookies = { [sessionCookie]: (await openSessions(this.#client, [row.username])).get(row.username)! };
    }
  }

  /** Takes what an answer sets, as a browser does; whoever is nobody stays it. */
  keep(person: Person, cookies: { name: string; value: string; maxAge?: number; expires?: Date }[]): void {
    for (const { name, value, maxAge, expires } of cookies) {
      if (value === '' || maxAge === 0 || (expires && expires.getTime() <= 0)) delete person.cookies[name];
      else person.cookies[name] = value;
    }
    if (person.name === nobody && person.cookies[sessionCookie]) person.cookies = visitor(this.#secret);
    if (person.name !== nobody && !person.cookies[sessionCookie]) person.cookies = { [sessionCookie]: 'ended' };
  }

  token(person: Person, kind: CsrfKind): string | undefined {
    const browser = person.cookies[sessionCookie] ?? person.cookies[visitorCookie] ?? '';
    switch (kind) {
      case 'valid':
        return csrfToken(this.#secret, browser);
      case 'missing':
        return undefined;
      case 'empty':
        return '';
      case 'garbage':
        return randomBytes(32).toString('base64url');
      case 'ofAnotherSession':
        return csrfToken(this.#secret, randomBytes(32).toString('base64url'));
      case 'ofAVisitor':
        return csrfToken(
          this.#secret,
          person.cookies[sessionCookie] ? (person.cookies[visitorCookie] ?? 'n'.repeat(22)) : newVisitor(this.#secret),
        );
      case 'ofAnotherSecret':
        return csrfToken(Buffer.alloc(32, 1), browser);
    }
  }
}

const visitor = (secret: Buffer) => ({ [visitorCookie]: newVisitor(secret) });

/** Whether somebody may call what a route declares, as far as the database knows. */
export function holds({ name, rights }: Person, may: RouteAccess): boolean {
  if (may === 'public') return true;
  // A session opens nothing there, and a signature nobody of these has.
  if (may === 'machine') return false;
  if (name === nobody) return false;
  if (may === 'signedIn') return true;
  if (may === 'groupAdministrator') return name === groupAdministrator;
  return rights === null || [may].flat().some((permission) => rights.has(permission));
}

/** Surnames of the named world's students; whose record each of these people may see, by surname. */
const surnames = ['Obi', 'Bakare', 'Eze', 'Okafor', 'Garba', 'Danjuma', 'Omoregie', 'Iorfa', 'Essien'];

/** The staff are parents too (families.ts): whoever loses his role still sees his child. */
const ownChild = new Map<string, string>([
  ['student', 'Obi'],
  ['guardian', 'Bakare'],
  ...parents.map((name, at) => [name, at % 2 ? 'Bakare' : 'Obi'] as const),
]);

/** Names that somebody must not read in his own institution: all others for who may see a record of his own at most. */
export function hiddenFrom({ name, rights }: Person): string[] {
  const isAlone = rights !== null && [...rights].every((right) => right === 'students.viewSelf');
  return isAlone ? surnames.filter((one) => one !== ownChild.get(name)) : [];
}
