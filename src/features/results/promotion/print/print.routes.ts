import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { termsOf } from '#kernel/contracts/terminology.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { may, type App, drawing } from '#web/routes.ts';
import { outcomeCountsText } from '../decisions/approve-promotion.ts';
import { chosenSession, type SessionChoice } from '../promotion.access.ts';
import { proposalsOf, type StudentProposal } from '../proposal/proposals.ts';
import type { PromotionListFile } from './promotion-list.pdf.ts';
import { type Cell, studentColumns } from '#kernel/export/columns.ts';
import { type ExportedTable, computedRows } from '#kernel/export/export-table.ts';
import { listName } from '#ui/format.ts';
import { decisionStates, outcomesAndUndecided } from '../outcomes.ts';

const querystring = z.object({ ...viewFields, session: queryParam(id), class: queryParam(id) });
const config = may('students.changeStatus');
const layout = new URL('./promotion-list.pdf.ts', import.meta.url);

/** The promotion list as a workbook and on paper: of a session, or of one class. */
export function promotionPrintRoutes(app: App): void {
  const { files } = app.services;

  app.get('/promotion/list.xlsx', { config, schema: { querystring }, exposeHeadRoute: false }, (request, reply) =>
    reply.table('xlsx', async (actor, tx) => {
      const { session, students } = await find(tx, actor, request.query);
      return promotionTable(session, students, termsOf(membershipIn(actor, session.institutionId)!.terminology));
    }),
  );

  app.get('/promotion/list.pdf', drawing(config, { querystring }), async (request, reply) => {
    const data = await request.write(async (tx, actor): Promise<PromotionListFile> => {
      const { session, students } = await find(tx, actor, request.query);
      const { institutionId, id: sessionId, name, next } = session;
      await record(tx, actor, 'promotion.print', {
        institutionId,
        summary: `printed the promotion list of ${name}`,
        subject: { type: 'session', id: sessionId },
      });
      return {
        letterhead: await letterheadOf(tx, files, institutionId),
        session: name,
        next: next?.name ?? null,
        batches: [...Map.groupBy(students, ({ batchId }) => batchId).values()].map((here) => ({
          name: here[0]!.batch,
          students: here,
          counts: outcomeCountsText(here),
        })),
      };
    });
    return reply.pdf({ title: `promotion list ${data.session.replaceAll('/', '-')}`, layout, data });
  });
}

async function find(db: Db, actor: Actor, query: z.output<typeof querystring>) {
  const { session } = await chosenSession(db, actor, query);
  if (!session) throw new NotFound('academic session');
  const { institutionId, id: sessionId } = session;
  const classIds = query.class === undefined ? undefined : [query.class];
  const { students } = await proposalsOf(db, { institutionId, sessionId, ...(classIds && { classIds }) });
  return { session, students };
}

/** What follows a session, student by student, as a workbook. */
function promotionTable(session: SessionChoice, students: StudentProposal[], words: { batch: string }): ExportedTable {
  const rows = students.map((one): Cell[] => [
    one.number,
    listName(one),
    one.batch,
    one.average === null ? null : Number(one.average),
    outcomesAndUndecided[one.outcome],
    one.outcome === 'graduated' ? one.designation : null,
    one.note,
    one.reasons.join(' '),
    decisionStates[one.state],
  ]);
  return {
    title: `Promotion ${session.name.replaceAll('/', '-')}`,
    counted: (count) => (count === 1 ? '1 promotion' : `${count} promotions`),
    action: 'promotion.export',
    filter: { session: session.id },
    institutionIds: [session.institutionId],
    columns: [
      ...studentColumns,
      { header: words.batch, kind: 'text', width: 16 },
      { header: 'Average', kind: 'number', width: 10 },
      { header: 'Outcome', kind: 'text', width: 20 },
      { header: 'Class designation', kind: 'text', width: 22 },
      { header: 'Reason given', kind: 'text', width: 36 },
      { header: 'By the rule', kind: 'text', width: 60 },
      { header: 'State', kind: 'text', width: 16 },
    ],
    rows: computedRows(session.institutionId, rows),
  };
}
