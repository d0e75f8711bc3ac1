import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import { NotFound } from '#kernel/errors.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { may, type App } from '#web/routes.ts';
import { graduationPage } from '../transcripts.pages.ts';
import type {
  GraduationFile,
  GraduatingClass,
  GraduationList,
  GraduationProps,
  GraduationRow,
} from './graduation.pdf.ts';
import { sql } from 'drizzle-orm';
import { type Cell, type ExportColumn, studentColumns } from '#kernel/export/columns.ts';
import { type ExportedTable, computedRows } from '#kernel/export/export-table.ts';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { hasLeft, isLast } from '#features/results/assessment/sheets/members.ts';
import { gpaText } from '#features/results/assessment/compute/fraction.ts';
import { listName } from '#ui/format.ts';
import { candidateFigures } from './candidates.queries.ts';

const querystring = z.object({ ...viewFields, class: queryParam(id), session: queryParam(id) });
const config = { ...may('results.view'), isHeavy: true };
const layout = new URL('./graduation.pdf.ts', import.meta.url);

/** Who of a final class is ready to graduate: on screen, as a workbook, on paper. */
export function graduationRoutes(app: App): void {
  app.get('/graduation', { config, schema: { querystring } }, async (request, reply) =>
    reply.page(graduationPage, await request.snapshot((db, actor) => graduationProps(db, actor, request.query))),
  );

  app.get('/graduation.xlsx', { config, schema: { querystring } }, (request, reply) =>
    reply.table('xlsx', async (actor, tx) => {
      const { chosen, list } = await graduationProps(tx, actor, request.query);
      if (!chosen) throw new NotFound('final class');
      return exportGraduation(chosen, list);
    }),
  );

  app.get('/graduation.pdf', { config, schema: { querystring }, exposeHeadRoute: false }, async (request, reply) => {
    const data = await request.write(async (tx, actor): Promise<GraduationFile> => {
      const { chosen, list } = await graduationProps(tx, actor, request.query);
      if (!chosen) throw new NotFound('final class');
      const { institutionId, className, session, classId } = chosen;
      await record(tx, actor, 'transcripts.printGraduation', {
        institutionId,
        summary: `printed the graduation list of ${className}, ${session}`,
        subject: { type: 'class', id: classId },
      });
      return { chosen, list, letterhead: await letterheadOf(tx, app.services.files, institutionId) };
    });
    return reply.pdf({ title: `graduation list ${data.chosen.className}`, layout, data });
  });
}

/** The graduation list as a table. */
function exportGraduation(
  { institutionId, classId, sessionId, className, program, session }: GraduatingClass,
  { system, rows }: GraduationList,
): ExportedTable {
  const columns: ExportColumn[] = [
    ...studentColumns,
    { header: 'Class', kind: 'text', width: 18 },
    ...(system === 'gpa' ? [{ header: 'Units passed', kind: 'number', width: 12 } as const] : []),
    { header: system === 'gpa' ? 'CGPA' : 'Average', kind: 'number', width: 10 },
    { header: 'Class of award', kind: 'text', width: 24 },
    { header: 'Outstanding', kind: 'text', width: 30 },
    { header: 'Ready', kind: 'text', width: 8 },
    { header: 'Why not', kind: 'text', width: 50 },
  ];
  const cells = rows.map((row): Cell[] => [
    row.number,
    row.name,
    row.batch,
    ...(system === 'gpa' ? [row.unitsPassed] : []),
    row.overall === null ? null : Number(row.overall),
    row.designation,
    row.outstanding.join(', ') || null,
    row.isReady ? 'Yes' : 'No',
    row.reasons.join('. ') || null,
  ]);
  return {
    title: `Graduation list ${className}`,
    counted: () => `the graduation list of ${className}, ${program}, ${session}`,
    action: 'transcripts.exportGraduation',
    filter: { class: classId, session: sessionId },
    institutionIds: [institutionId],
    columns,
    rows: computedRows(institutionId, cells),
  };
}

/** The final classes in view, and the list of the chosen one; of the current session unless another is chosen. */
async function graduationProps(db: Db, actor: Actor, view: z.output<typeof querystring>): Promise<GraduationProps> {
  const classes = await graduatingClasses(db, institutionsInView(actor, view.institution_id, 'results.view'));
  const inSession = (one: GraduatingClass) => view.session === undefined || one.sessionId === view.session;
  const chosen =
    classes.find((one) => inSession(one) && one.classId === view.class) ??
    classes.find((one) => inSession(one) && (view.session !== undefined || one.isCurrent)) ??
    classes[0] ??
    null;
  return { classes, chosen, list: chosen ? await graduationList(db, chosen) : { system: 'average', rows: [] } };
}

const graduatingClasses = (db: Db, institutionIds: number[]) =>
  query<GraduatingClass>(db)`
    select distinct c.institution_id as "institutionId", c.id::bigint as "classId", c.name as "className", p.name as program,
      y.id::bigint as "sessionId", y.name as session, y.is_current as "isCurrent", y.starts_on
    from classes c join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
    join batches b on (b.institution_id, b.class_id) = (c.institution_id, c.id)
    join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id)
    where c.institution_id = any (${sql.param(institutionIds)}::int[]) and c.next_class_id is null
    order by y.starts_on desc, p.name, c.name`;

interface Member {
  id: number;
  surname: string;
  firstName: string;
  middleName: string | null;
  number: string;
  batch: string;
}

/** The students of a final class in a session, who is ready to graduate first. */
async function graduationList(db: Db, { institutionId, classId, sessionId }: GraduatingClass): Promise<GraduationList> {
  const members = await query<Member>(db)`
    select s.id::bigint as id, s.surname, s.first_name as "firstName", s.middle_name as "middleName",
      s.admission_number as number, b.name as batch
    from batches b join enrolments e on (e.institution_id, e.batch_id) = (b.institution_id, b.id)
      and e.session_id = b.session_id
    join students s on (s.institution_id, s.id) = (e.institution_id, e.student_id) and s.merged_into_id is null
    where b.institution_id = ${institutionId} and b.class_id = ${classId} and b.session_id = ${sessionId}
      and not ${hasLeft} and ${isLast}
    order by s.sort_name, s.id`;
  const found = await candidateFigures(
    db,
    institutionId,
    members.map(({ id }) => id),
  );
  const rows = members.map((member): GraduationRow => {
    const { figures, readiness } = found.get(member.id)!;
    return {
      studentId: member.id,
      name: listName(member),
      number: member.number,
      batch: member.batch,
      unitsPassed: figures.unitsPassed,
      overall: figures.overall && gpaText(figures.overall, figures.gpaForm),
      designation: figures.designation,
      ...readiness,
    };
  });
  const isGpa = [...found.values()].some(({ figures }) => figures.system === 'gpa');
  return {
    system: isGpa ? 'gpa' : 'average',
    rows: rows.toSorted((a, b) => Number(b.isReady) - Number(a.isReady)),
  };
}
