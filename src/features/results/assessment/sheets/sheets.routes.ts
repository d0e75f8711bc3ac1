import { sql } from 'drizzle-orm';
import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { defer } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { ownMarksPage, sheetListPage, sheetPage } from '../setup.queries.ts';
import { findChecks } from '../checks/find-checks.ts';
import { remarkless } from '../checks/remarkless.queries.ts';
import { checkedCourses, takenCourses } from '../checks/taken-courses.queries.ts';
import { ChangeDueDay, changeDueDay } from '../deadlines/change-due-day.ts';
import { ChangeSheets, changeSheets, sheetActs, sheetSteps } from './change-sheets.ts';
import { OpenSheets, openSheets } from './open-sheets.ts';
import { progressOf } from './progress.queries.ts';
import { findSheet, ownCourses, sheetRows, termsInView } from './sheets.queries.ts';
import { sheetOpeners, unopenedCourses } from './unopened.queries.ts';
import { institutionsWhere, can, type Actor } from '#kernel/actor.ts';
import type { Permission } from '#kernel/permissions.ts';
import { query, type Db } from '#kernel/database.ts';
import { sheetMembers } from './members.ts';

const params = z.object({ id });
const seeing = may('marks.view', 'marks.open', 'marks.approve');
const done = { lock: 'locked', reopen: 'reopened', approve: 'approved', withdraw: 'open to correction again' };

/** Mark sheets: opened, locked and approved by batch and term. */
export function sheetRoutes(app: App): void {
  app.get(
    '/mark-sheets',
    { config: seeing, schema: { querystring: z.object({ ...viewFields, term: queryParam(id) }) } },
    async (request, reply) => {
      const { institution_id: wanted, term: chosen } = request.query;
      const props = await request.snapshot(async (db, actor) => {
        const terms = await termsInView(db, actor, wanted);
        const term = terms.find((one) => one.id === chosen) ?? terms.find((one) => one.isCurrent) ?? terms[0] ?? null;
        const rows = term ? await sheetRows(db, term) : [];
        const offers = mayWith(actor, term?.institutionId);
        const asks = term && !offers.open && !term.isClosed && rows.some((row) => row.id === null);
        return { terms, term, rows, can: offers, openers: asks ? await sheetOpeners(db, [term.institutionId]) : null };
      });
      const { term } = props;
      return reply.page(sheetListPage, {
        ...props,
        progress: defer(() =>
          request.read((db) =>
            term
              ? progressOf(db, sql`s.institution_id = ${term.institutionId} and s.term_id = ${term.id}`)
              : Promise.resolve([]),
          ),
        ),
      });
    },
  );

  app.get('/mark-sheets/:id', { config: seeing, schema: { params } }, async (request, reply) => {
    const props = await request.snapshot(async (db, actor) => {
      const sheet = await findSheet(db, actor, request.params.id);
      const { institutionId } = sheet;
      const can = mayWith(actor, institutionId);
      return {
        sheet,
        can,
        courses: await progressOf(db, sql`s.institution_id = ${institutionId} and s.id = ${sheet.id}`),
        late: sheet.state === 'published' && can.correct ? await withoutResult(db, institutionId, sheet.id) : [],
      };
    });
    const { institutionId, id: sheetId } = props.sheet;
    return reply.page(sheetPage, {
      ...props,
      checks: defer(() =>
        request.read(async (db) => {
          const [courses, taken, without] = await Promise.all([
            checkedCourses(db, institutionId, sheetId),
            takenCourses(db, institutionId, sheetId),
            remarkless(db, institutionId, sheetId),
          ]);
          return findChecks(courses, taken, without);
        }),
      ),
    });
  });

  app.get('/my-marks', { config: may('marks.enterOwn') }, async (request, reply) =>
    reply.page(
      ownMarksPage,
      await request.read(async (db, actor) => {
        const opens = institutionsWhere(actor, 'marks.open');
        const others = institutionsWhere(actor, 'marks.enterOwn').filter((one) => !opens.includes(one));
        const [courses, unopened, openers] = await Promise.all([
          ownCourses(db, actor),
          unopenedCourses(db, actor),
          sheetOpeners(db, others),
        ]);
        return { courses, unopened, openers, opens };
      }),
    ),
  );

  app.post(
    '/mark-sheets',
    { config: { ...may('marks.open'), once: true }, schema: { body: OpenSheets } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const opened = await openSheets(tx, actor, request.body);
        return {
          flash: `${countOf(opened, 'sheet')} opened. Teachers can enter marks now.`,
          go: `/mark-sheets?term=${request.body.termId}`,
        };
      }),
  );

  app.post(
    '/mark-sheets/due',
    {
      config: { ...may('marks.open'), ...allowedForOwnFamily('A day for the whole class.') },
      schema: { body: ChangeDueDay },
    },
    async (request, reply) => {
      const { termId } = await request.write((tx, actor) => changeDueDay(tx, actor, request.body));
      const { ids, isOnSheet } = request.body;
      return reply
        .flash('The due day was changed.')
        .seeOther(isOnSheet ? `/mark-sheets/${ids[0]}` : `/mark-sheets?term=${termId}`);
    },
  );

  for (const act of sheetActs)
    app.post(
      `/mark-sheets/${act}`,
      { config: { ...may(sheetSteps[act].may), ...familyOf(act) }, schema: { body: ChangeSheets } },
      async (request, reply) => {
        const { count, termId } = await request.write((tx, actor) => changeSheets(tx, actor, act, request.body));
        const { ids, isOnSheet } = request.body;
        return reply
          .flash(`${countOf(count, 'sheet')} ${count === 1 ? 'is' : 'are'} ${done[act]}.`)
          .seeOther(isOnSheet ? `/mark-sheets/${ids[0]}` : `/mark-sheets?term=${termId}`);
      },
    );
}

/** Others enter and approve the marks of the own family; opening and locking a class gives nobody anything. */
const familyOf = (act: (typeof sheetActs)[number]) =>
  act === 'lock' || act === 'reopen' ? allowedForOwnFamily('Opens or closes marks for a class.') : {};

/** What the actor may do with the sheets of an institution; nothing without one. */
const mayWith = (actor: Actor, institutionId: number | undefined) => {
  const holds = (permission: Permission) => institutionId !== undefined && can(actor, permission, institutionId);
  return {
    open: holds('marks.open'),
    approve: holds('marks.approve'),
    publish: holds('results.publish'),
    print: holds('marks.view'),
    correct: holds('marks.enter') || holds('marks.approve'),
  };
};

/** The students of a published sheet without a result of its term, by name: they joined after the publication. */
const withoutResult = (db: Db, institutionId: number, sheetId: number) =>
  query<{ id: number; name: string }>(db)`
    with ${sheetMembers(sql`s.institution_id = ${institutionId} and s.id = ${sheetId}`)}
      select p.id::bigint as id, p.surname || ', ' || p.first_name || coalesce(' ' || p.middle_name, '') as name
      from member m join students p on (p.institution_id, p.id) = (m.institution_id, m.student_id)
      where p.anonymised_at is null and not exists (select from published_students r
        where (r.institution_id, r.student_id, r.term_id) = (m.institution_id, m.student_id, m.term_id))
      order by p.sort_name, p.id`;
