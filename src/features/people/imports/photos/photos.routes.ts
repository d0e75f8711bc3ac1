import { query, render, type Db } from '#kernel/database.ts';
import { sql, and, getTableName, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { photos } from '../imports.pages.ts';
import { accountNameOf } from '#kernel/account-name.ts';
import { visibleTo as visibleEmployees } from '#features/people/employees/employees.policy.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { visibleTo as visibleStudents } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';

const querystring = z.object({ institution_id: id.optional(), academic_session: z.unknown().optional() });

/** Bulk photo upload, with files named by admission or employee number. */
export function bulkPhotoRoutes(app: App): void {
  for (const people of ['students', 'employees'] as const) {
    const config = may(`${people}.edit`);
    app.get(`/${people}/photos`, { config, schema: { querystring } }, async (request, reply) => {
      const props = await request.read(async (db, actor) => {
        const inView = institutionsInView(actor, request.query.institution_id, `${people}.edit`);
        if (inView.length === 0) throw new NotAllowed();
        const rows = await query<{ at: string }>(db, render)`select to_json(now()) #>> '{}' as at`;
        return {
          people,
          openedAt: rows[0]!.at,
          institutionId: inView.length === 1 ? inView[0]! : null,
          institutions: institutionsWhere(actor, `${people}.edit`).map((one) => ({
            id: one,
            name: membershipIn(actor, one)!.name,
          })),
        };
      });
      return reply.page(photos, props);
    });

    app.post(`/${people}/photos/match`, { config, schema: { body: MatchPhotos } }, async (request, reply) => {
      const matches = await request.read((db, actor) => matchPhotos(db, actor, people, request.body));
      return reply.send({ matches });
    });
  }
}

export type PhotoSubject = 'students' | 'employees';

const MatchPhotos = z.object({
  institution_id: id.optional(),
  /** File names with extensions. */
  names: z.array(z.string().min(1).max(300)).min(1).max(500, 'Send at most 500 file names at a time.'),
  /** When the page was opened: photos that others have added since are reported. */
  since: z.iso.datetime({ offset: true }).optional(),
});

export interface PhotoMatch {
  name: string;
  /** No match, one, or several with similar numbers. */
  people: MatchedPerson[];
}

interface MatchedPerson {
  id: number;
  number: string;
  called: string;
  /** The current photo, compared when uploading. */
  photoId: number | null;
  /** Set if another user added a photo after the page was opened. */
  newer: { by: string; at: string } | null;
}

/** The number in a file name: 2026/0014 from 2026-0014.jpg, 2026_0014.JPG or '2026-0014 (1).jpeg'. */
export const numberIn = (fileName: string): string =>
  fileName
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .replace(/\s*\(\d+\)$/, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** Matches photos to people whose records the user can edit. */
async function matchPhotos(
  db: Db,
  actor: Actor,
  people: PhotoSubject,
  { institution_id: wanted, names, since = 'infinity' }: z.infer<typeof MatchPhotos>,
): Promise<PhotoMatch[]> {
  const institutionIds = institutionsInView(actor, wanted, `${people}.edit`);
  if (institutionIds.length === 0) throw new NotAllowed();
  const table = people === 'students' ? students : employees;
  const visible =
    table === students ? visibleStudents(actor, students, wanted) : visibleEmployees(actor, employees, wanted);
  const number = table === students ? students.admissionNumber : employees.employeeNumber;
  const key = sql`trim(both '-' from lower(regexp_replace(${number}, '[^[:alnum:]]+', '-', 'g')))`;
  const statement = render(sql`
    select ${table.id} as id, ${number} as number, ${table.firstName} || ' ' || ${table.surname} as called, ${key} as key,
      ${table.photoId} as "photoId", case when photo.id is not null then json_build_object(
        'by', coalesce((select ${accountNameOf(sql`a.name`, sql`a.username`)} from accounts a where a.id = photo.account_id), 'Someone'),
        'at', photo.created_at) end as newer
    from ${sql.identifier(getTableName(table))}
    left join files photo on photo.institution_id = ${table.institutionId} and photo.id = ${table.photoId}
      and photo.created_at > ${sql.param(since)}::timestamptz and photo.account_id is distinct from ${actor.accountId}
    where ${and(visible, inArray(table.institutionId, institutionIds))} and ${key} = any(${sql.param(names.map(numberIn))}::text[])`);
  const found = await query<MatchedPerson & { key: string }>(db, statement);
  const byKey = Map.groupBy(found, (row) => row.key);
  return names.map((name) => ({
    name,
    people: (byKey.get(numberIn(name)) ?? []).map(({ key: _, ...person }) => person),
  }));
}
