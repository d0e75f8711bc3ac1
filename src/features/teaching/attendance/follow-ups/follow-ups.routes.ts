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
import { type ExportedTable, columnsAndCells, textCells, labelled } from '#kernel/export/export-table.ts';
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
      config: { ...config, once: true, ...allowedForOwnFamily('A note about a call.') },
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

const { columns, cells } = columnsAndCells([
  textCells('Student', 28, sql`c.name`),
  textCells('Admission number', 18, sql`c.number`),
  textCells('Class arm', 16, sql`c.batch`),
  textCells('Percentage', 12, sql`c.percent::text`),
  textCells('Times called', 12, sql`c.called::text`),
  textCells('Times absent', 12, sql`c.absent::text`),
  textCells('Days absent in a row', 12, sql`c."inRow"::text`),
  textCells('Guardian', 24, sql`c.guardian`),
  textCells('Phone', 18, sql`c.phone`),
  textCells('Last follow-up', 16, labelled(sql`c."lastHow"`, followUpWays)),
  textCells('On', 12, sql`left(c."lastAt", 10)`),
  textCells('Note', 50, sql`c."lastNote"`),
]);

/** The list of concerns as a table, the worst first. */
function exportConcerns(
  actor: Actor,
  { institution_id: wanted, ...filter }: ConcernFilter & { institution_id?: number | undefined },
): ExportedTable {
  const institutionId = placeOfConcerns(actor, wanted);
  return {
    title: 'Low attendance',
    action: 'attendance.exportConcerns',
    filter,
    columns,
    counted: (rows) => `${rows} ${rows === 1 ? 'student' : 'students'} with low attendance`,
    institutionIds: [institutionId],
    rows: sql`select ${institutionId}::int as "institutionId", ${cells} from (${everyConcern(actor, institutionId, filter)}) c
      order by c.percent nulls last, c."inRow" desc, c.name, c.id`,
  };
}
