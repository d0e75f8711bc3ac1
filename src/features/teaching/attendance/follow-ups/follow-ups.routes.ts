import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import {
  AddFollowUp,
  addFollowUp,
  followUpsOf,
  type FollowUp,
  seeingConcerns,
  concernsOf,
  institutionsOfConcerns,
  limitsOf,
  placeOfConcerns,
  type ConcernLimits,
  type ConcernRow,
  everyConcern,
  type ConcernFilter,
} from './follow-ups.ts';
import { page } from '#web/page.ts';
import { sql } from 'drizzle-orm';
import type { ExportColumn } from '#kernel/export/columns.ts';
import { cellsOf, type ExportedTable } from '#kernel/export/export-table.ts';
import { followUpWays } from './follow-up-ways.ts';

const filter = { what: queryParam(z.enum(['below', 'row'])), q: queryParam(z.string().trim().max(60)) };
const View = z.object({ ...viewFields, ...filter });
const config = may(...seeingConcerns);
const list = '/attendance/concerns';
const followUps = '/attendance/follow-ups';

/** Students who are often away, and what was done about it. */
export function followUpRoutes(app: App): void {
  app.get(list, { config: { ...config, isHeavy: true }, schema: { querystring: View } }, async (request, reply) => {
    const { institution_id: wanted, what, q } = request.query;
    const props = await request.read(async (db, actor) => {
      const institutionId = placeOfConcerns(actor, wanted);
      const [found, limits] = await Promise.all([
        concernsOf(db, actor, institutionId, { what, q }),
        limitsOf(db, institutionId),
      ]);
      const { permissions } = membershipIn(actor, institutionId)!;
      return {
        institutionId,
        institutions: institutionsOfConcerns(actor),
        ...found,
        limits,
        filter: { what: what ?? null, q: q ?? '' },
        // Messages belong to a feature above this one; they show what they were chosen by to the holders of this permission.
        can: {
          message: permissions.has('messages.send') && permissions.has('attendance.view'),
          setUp: permissions.has('attendance.edit'),
        },
      };
    });
    return reply.page(concernsPage, props);
  });

  for (const format of ['csv', 'xlsx'] as const)
    app.get(`${list}.${format}`, { config, schema: { querystring: View }, exposeHeadRoute: false }, (request, reply) =>
      reply.table(format, (actor) => exportConcerns(actor, request.query)),
    );

  app.get('/students/:id/follow-ups', { config, schema: { params: z.object({ id }) } }, async (request, reply) =>
    reply.page(followUpPage, await request.read((db, actor) => followUpsOf(db, actor, request.params.id))),
  );

  app.post(
    followUps,
    {
      config: { ...config, once: true, ...allowedForOwnFamily('A note that somebody was called.') },
      schema: { body: AddFollowUp },
    },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const name = await addFollowUp(tx, actor, request.body);
        return { flash: `The follow-up about ${name} is recorded.`, go: list };
      }),
  );
}
export const concernsPage = page<{
  institutionId: number;
  institutions: { id: number; name: string }[];
  rows: ConcernRow[];
  isMore: boolean;
  limits: ConcernLimits;
  filter: { what: 'below' | 'row' | null; q: string };
  can: { message: boolean; setUp: boolean };
}>('attendance/concerns');
export const followUpPage = page<{
  student: { id: number; name: string; batch: string | null; institutionId: number };
  rows: FollowUp[];
}>('attendance/follow-up');

const columns: ExportColumn[] = [
  { header: 'Student', kind: 'text', width: 28 },
  { header: 'Admission number', kind: 'text', width: 18 },
  { header: 'Class arm', kind: 'text', width: 16 },
  { header: 'Percentage', kind: 'text', width: 12 },
  { header: 'Times called', kind: 'text', width: 12 },
  { header: 'Times absent', kind: 'text', width: 12 },
  { header: 'Days absent in a row', kind: 'text', width: 12 },
  { header: 'Guardian', kind: 'text', width: 24 },
  { header: 'Phone', kind: 'text', width: 18 },
  { header: 'Last follow-up', kind: 'text', width: 16 },
  { header: 'On', kind: 'text', width: 12 },
  { header: 'Note', kind: 'text', width: 50 },
];

const wayInWords = sql`case c."lastHow" ${sql.join(
  Object.entries(followUpWays).map(([way, label]) => sql`when ${way} then ${label}`),
  sql` `,
)} end`;

/** The list of concerns as a table, the worst first. */
function exportConcerns(
  actor: Actor,
  { institution_id: wanted, ...filter }: ConcernFilter & { institution_id?: number | undefined },
): ExportedTable {
  const institutionId = placeOfConcerns(actor, wanted);
  const cells = cellsOf([
    sql`c.name`,
    sql`c.number`,
    sql`c.batch`,
    sql`c.percent::text`,
    sql`c.called::text`,
    sql`c.absent::text`,
    sql`c."inRow"::text`,
    sql`c.guardian`,
    sql`c.phone`,
    wayInWords,
    sql`left(c."lastAt", 10)`,
    sql`c."lastNote"`,
  ]);
  return {
    title: 'Low attendance',
    action: 'attendance.exportConcerns',
    filter,
    columns,
    counted: (rows) => `${rows} ${rows === 1 ? 'student' : 'students'} with attendance concerns`,
    institutionIds: [institutionId],
    rows: sql`select ${institutionId}::int as "institutionId", ${cells} from (${everyConcern(actor, institutionId, filter)}) c
      order by c.percent nulls last, c."inRow" desc, c.name, c.id`,
  };
}
