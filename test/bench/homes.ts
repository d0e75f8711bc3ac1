import { createHash, randomBytes } from 'node:crypto';
import { sessionCookie } from '#web/requests.ts';
import { requestText } from './http.ts';
import type { Kind } from './kinds.ts';
import type { Site } from './site.ts';

/** Whose home is measured besides the registrar's, with the record that the membership is about. */
const people = [
  { role: 'owner' },
  { role: 'bursar' },
  { role: 'teacher', record: 'employee' },
  { role: 'guardian', record: 'guardian' },
];

/** What each of them opens after signing in; the teacher is the class teacher of a batch. */
export async function homeKinds({ app, client, registrar, school }: Site): Promise<Kind[]> {
  const { institutionId } = school;
  const kinds: Kind[] = [];
  for (const { role, record } of people) {
    const cookie = randomBytes(32).toString('base64url');
    const hash = createHash('sha256').update(cookie).digest();
    const column = record ? `${record}_id` : 'employee_id';
    const found = record ? `(select min(id) from ${record}s where institution_id = $1)` : 'null::bigint';
    const { rowCount } = await client.query(
      `with account as (insert into accounts (username, name, shows_tours) values ($2, $2, false) returning id),
        session as (insert into sessions (account_id, token_hash, expires_at)
          select id, $4, now() + interval '1 day' from account)
       insert into memberships (institution_id, account_id, role_id, ${column})
       select $1, account.id, r.id, ${found} from account, roles r where r.institution_id = $1 and r.key = $3`,
      [institutionId, `${role}_at_home`, role, hash],
    );
    if (rowCount !== 1) throw new Error(`There is no role ${role}.`);
    if (role === 'teacher')
      await client.query(
        `insert into batch_teachers (institution_id, batch_id, employee_id)
         select $1, $2, min(id) from employees where institution_id = $1`,
        [institutionId, school.batchIds[0]],
      );
    const headers = { ...registrar.swap, cookie: `${sessionCookie}=${cookie}` };
    const scripts = [[requestText({ path: '/home', headers })]];
    kinds.push({ name: `home of ${role}`, part: 'home', server: app, scripts, status: 200 });
  }
  return kinds;
}
