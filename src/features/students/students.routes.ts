import { z } from 'zod';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db, Tx } from '#kernel/database.ts';
import type { Permission } from '#kernel/permissions.ts';
import { id } from '#kernel/schemas.ts';
import { filterQuery } from '#features/custom-fields/flat-filter.ts';
import { customColumns } from '#features/custom-fields/listed-fields.ts';
import { dropDraft } from '#features/people/drafts.ts';
import { filteredReads } from '#features/people/filtered-reads.ts';
import { seesPapers } from '#features/people/expiring-papers.ts';
import { exportRoutes } from '#features/custom-fields/serve-exports.ts';
import { batchChoices, chosenBatches, programChoices } from '#features/structure/choices.queries.ts';
import { defer } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { AssignBatch, assignBatch } from './assign-batch.ts';
import { CreateStudent, createStudent } from './create-student.ts';
import { EditStudent, editStudent } from './edit-student.ts';
import { exportedStudents, ExportStudents, exportStudents, mayExport } from './export-students.ts';
import { moveRoutes } from './moves.routes.ts';
import { studentFormRoutes } from './student-form.routes.ts';
import { allowFilter, seesReligion, studentPapers } from './allow-filter.ts';
import { ownFieldRoutes } from './own-fields.routes.ts';
import { statesInView, wordsInView } from './own-fields.queries.ts';
import { studentKind } from './student-kind.ts';
import { StudentFilter } from './student-filter.ts';
import { studentProfileRoutes } from './student-profile.routes.ts';
import { studentList } from './students.pages.ts';
import { maySeeStudents } from './students.policy.ts';
import { countStudents, findStudents, listStudents, selectStudents } from './students.queries.ts';
import { undoAssignment } from './undo-assignment.ts';

const params = z.object({ id });
const seeing = may(...maySeeStudents);

export function studentRoutes(app: App): void {
  app.get('/students', { config: seeing, schema: { querystring: StudentFilter } }, (request, reply) =>
    reply.page(studentList, { ...listProps(request, request.query, '/students'), isAssignment: false }),
  );

  const assignment = '/students/batch-assignment';
  app.get(
    assignment,
    { config: may('students.assignBatch'), schema: { querystring: StudentFilter } },
    (request, reply) => {
      const { batch = 'none', status } = request.query;
      const filter = { ...request.query, batch, status: status?.length ? status : ['active' as const] };
      return reply.page(studentList, { ...listProps(request, filter, assignment), isAssignment: true });
    },
  );

  // The specification's call (7.2): the answer is the word 'success'; Location leads to what an undo takes back.
  app.post(
    assignment,
    { config: may('students.assignBatch'), schema: { body: AssignBatch } },
    async (request, reply) => {
      const { assignmentId } = await request.write((tx, actor) => assignBatch(tx, actor, request.body));
      return reply.header('Location', `/students/batch-assignments/${assignmentId}`).type('text/plain').send('success');
    },
  );

  app.post(
    '/students/batch-assignments/:id/undo',
    { config: may('students.assignBatch'), schema: { params } },
    async (request, reply) => {
      const { undone, batch } = await request.write((tx, actor) => undoAssignment(tx, actor, request.params.id));
      return reply.send({
        message: `${undone === 1 ? '1 student is' : `${undone} students are`} no longer in ${batch}.`,
      });
    },
  );

  app.get(
    '/students/find',
    {
      config: seeing,
      schema: { querystring: z.object({ q: z.string().trim().min(1).max(100), institution_id: id.optional() }) },
    },
    async (request, reply) => {
      const found = await request.read((db, actor) =>
        findStudents(db, actor, request.query.q, request.query.institution_id),
      );
      return reply.send({
        isMore: found.isMore,
        people: found.rows.map((row) => ({
          id: row.id,
          name: `${row.surname}, ${[row.firstName, row.middleName].filter(Boolean).join(' ')}`,
          admissionNumber: row.admissionNumber,
          batch: row.batchName,
          href: `/students/${row.id}`,
        })),
      });
    },
  );

  // "Select all" of a list: the students of every page of the filter.
  app.get(
    '/students/ids',
    {
      config: { ...may('students.assignBatch', 'students.changeStatus', 'people.merge'), isHeavy: true },
      schema: { querystring: StudentFilter },
    },
    async (request, reply) => {
      const ids = await readsOf(request, request.query).list((db, actor) => selectStudents(db, actor, request.query));
      return reply.send({ ids });
    },
  );

  exportRoutes(app, exportedStudents, ExportStudents, exportStudents);

  app.post(
    '/students',
    { config: { ...may('students.create'), once: true }, schema: { body: CreateStudent } },
    (request, reply) =>
      reply.once(
        async (tx, actor) => {
          const { firstName, surname } = request.body;
          const { id: studentId, admissionNumber } = await createStudent(tx, actor, request.body);
          return { flash: `${firstName} ${surname} is admitted as ${admissionNumber}.`, go: `/students/${studentId}` };
        },
        // While the first answer was lost, the open form has saved its draft again.
        (tx, actor) => dropDraft(tx, actor, request.body.institutionId, 'student:new'),
      ),
  );

  app.post(
    '/students/:id',
    { config: may('students.edit'), schema: { params, body: EditStudent } },
    async (request, reply) => {
      await request.write((tx, actor) => editStudent(tx, actor, request.params.id, request.body));
      return reply.flash('The record is saved.').go(`/students/${request.params.id}`);
    },
  );

  moveRoutes(app);
  studentProfileRoutes(app);
  studentFormRoutes(app);
  ownFieldRoutes(app);
}

interface Asking {
  actor: Actor;
  read: <T>(work: (db: Db, actor: Actor) => Promise<T>) => Promise<T>;
  write: <T>(work: (tx: Tx, actor: Actor) => Promise<T>) => Promise<T>;
}

const readsOf = (request: Asking, filter: StudentFilter) =>
  filteredReads(request, {
    ...{ entity: 'student', seeing: maySeeStudents, filter },
    allow: (actor) => allowFilter(actor, filter),
  });

/** The list's props: rows first; what needs counting or choosing comes once they are painted. */
function listProps(request: Asking, filter: StudentFilter, path: string) {
  const { after: _, ...shown } = filter;
  const reads = readsOf(request, filter);
  const listed = once(() => reads.list((db, actor) => listStudents(db, actor, filter)));
  return {
    filter: shown,
    rows: async () => (await listed()).rows,
    next: async () => {
      const { after } = await listed();
      return after && addressOf(path, { ...filter, after });
    },
    can: async () => {
      // Behind the read, which made sure that the actor is today's.
      await listed();
      const holds = (permission: Permission) => institutionsWhere(request.actor, permission).length > 0;
      return {
        seeAll: holds('students.view'),
        seeOwn: holds('students.viewOwn'),
        create: holds('students.create'),
        assignBatch: holds('students.assignBatch'),
        changeStatus: holds('students.changeStatus'),
        merge: holds('people.merge'),
        import: holds('students.import'),
        photos: holds('students.edit'),
        export: mayExport(request.actor, filter.institution_id),
      };
    },
    total: defer(() => reads.count((db, actor) => countStudents(db, actor, filter))),
    choices: defer(() =>
      reads.read(async (db, actor) => {
        const inForce = { batch: filter.batch === 'none' ? undefined : filter.batch, class: filter.class };
        const [batches, chosen, programs, categories, religions, states, own] = await Promise.all([
          batchChoices(db, actor, filter.institution_id),
          inForce.batch || inForce.class ? chosenBatches(db, actor, inForce) : [],
          programChoices(db, actor, filter.institution_id),
          wordsInView(db, actor, 'studentCategories', filter.institution_id),
          seesReligion(actor, filter.institution_id) ? wordsInView(db, actor, 'religions', filter.institution_id) : [],
          statesInView(db, actor, filter.institution_id),
          customColumns(db, actor, studentKind, filter.institution_id),
        ]);
        const papers = seesPapers(actor, studentPapers, filter.institution_id);
        return {
          batches: batches.isMore ? chosen : batches.rows,
          moreBatches: batches.isMore,
          programs,
          categories,
          religions,
          states,
          own,
          papers,
        };
      }),
    ),
  };
}

const once = <T>(work: () => Promise<T>) => {
  let started: Promise<T> | undefined;
  return () => (started ??= work());
};

const addressOf = (path: string, filter: StudentFilter): string => `${path}?${filterQuery(filter)}`;
