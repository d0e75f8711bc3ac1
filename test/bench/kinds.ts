import { csrfToken } from '#web/csrf.ts';
import { visitorCookie } from '#web/requests.ts';
import { newVisitor } from '#web/visitors.ts';
import type { Child } from './child.ts';
import { requestText } from './http.ts';
import { clerkPassword } from './school.ts';
import { searchAddress, searches } from './search.ts';
import type { Site } from './site.ts';

/** What is asked again and again. */
export interface Kind {
  name: string;
  /** What `--only` calls it. */
  part: string;
  server: Child;
  scripts: string[][];
  status: number;
}

const turns = 400;
const asked = (path: (turn: number) => string, headers: Record<string, string>) => [
  Array.from({ length: turns }, (_, turn) => requestText({ path: path(turn), headers })),
];

/** The machine's and the stack's best: the rows of the list without anything around them. */
export const limitOf = ({ limit }: Site): Kind => ({
  name: 'limit',
  part: 'list',
  server: limit,
  scripts: [[requestText({ path: '/students' })]],
  status: 200,
});

/** What people look at. */
export async function readKinds({ app, client, registrar, school, shape }: Site): Promise<Kind[]> {
  const { rows } = await client.query<{ id: string }>('select id from students order by hashint8(id) limit $1', [
    turns,
  ]);
  const staff = await client.query<{ id: string }>('select id from employees order by hashint8(id) limit $1', [turns]);
  const parents = await client.query<{ id: string }>('select id from guardians order by hashint8(id) limit $1', [
    turns,
  ]);
  const inTurn = Object.values(searches(shape.students));
  const get = (part: string, name: string, path: (turn: number) => string, headers = registrar.swap): Kind => ({
    name,
    part,
    server: app,
    scripts: asked(path, headers),
    status: 200,
  });
  const list = () => '/students';
  return [
    get('list', 'list swap', list),
    get('list', 'list swap, compressed', list, { ...registrar.swap, 'accept-encoding': 'gzip, deflate, br, zstd' }),
    get('list', 'list, full page', list, registrar.page),
    get('search', 'search', (turn) => searchAddress(inTurn[turn % inTurn.length]!(turn))),
    get('profile', 'profile', (turn) => `/students/${rows[turn % rows.length]!.id}`),
    get('employees', 'employees list', () => '/employees'),
    get('employees', 'employees search', (turn) => searchAddress(inTurn[turn % inTurn.length]!(turn), 'employees')),
    get('employees', 'employee profile', (turn) => `/employees/${staff.rows[turn % staff.rows.length]!.id}`),
    get('guardians', 'guardians list', () => '/guardians'),
    get('guardians', 'guardians search', (turn) => searchAddress(inTurn[turn % inTurn.length]!(turn), 'guardians')),
    get('guardians', 'guardian profile', (turn) => `/guardians/${parents.rows[turn % parents.rows.length]!.id}`),
    get('home', 'home', () => '/home'),
    get('institution', 'institution', () => `/institutions/${school.institutionId}`),
  ];
}

const groupSize = 40;

/** What people change. Each client is a person of his own, with his own students. */
export async function writeKinds({ app, client, registrar, school, secret }: Site): Promise<Kind[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from students where batch_id is not null and status = 'active' order by hashint8(id) limit $1`,
    [school.clerks.length * groupSize],
  );
  const visitor = newVisitor(Buffer.from(secret, 'hex'));
  const signIn = {
    accept: 'application/json',
    'content-type': 'application/json',
    cookie: `${visitorCookie}=${visitor}`,
    'x-csrf-token': csrfToken(Buffer.from(secret, 'hex'), visitor),
  };
  const post = (path: string, headers: Record<string, string>, body: object) =>
    requestText({ method: 'POST', path, headers, body: JSON.stringify(body) });
  return [
    {
      name: 'sign-in',
      part: 'sign-in',
      server: app,
      scripts: school.clerks.map((identifier) => [
        post('/sign-in', signIn, { identifier, password: clerkPassword, next: '/students' }),
      ]),
      status: 303,
    },
    {
      part: 'assign',
      name: `assign ${groupSize} students`,
      server: app,
      scripts: school.clerks.map((_, at) => {
        const ids = rows.slice(at * groupSize, (at + 1) * groupSize).map(({ id }) => Number(id));
        const headers = { ...registrar.write, 'content-type': 'application/json' };
        return [0, 1].map((way) =>
          post('/students/batch-assignment', headers, { batch_id: school.batchIds[at * 2 + way], student_ids: ids }),
        );
      }),
      status: 200,
    },
  ];
}
