import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { groupsSeen } from '#kernel/field-groups.ts';
import { id } from '#kernel/schemas.ts';
import { HistoryPage, historyOf } from '#features/people/history.queries.ts';
import { noteReading } from '#features/people/note-reading.ts';
import { may, type App } from '#web/routes.ts';
import { certificatesOf } from './certificates/certificates.queries.ts';
import { ChooseElectives, chooseElectives } from './choose-electives.ts';
import { ownFieldsOf } from './own-fields.queries.ts';
import { profileProps } from './profile-props.ts';
import { groupsSeenOf, kinOf, restrictedOnly } from './standing.ts';
import { studentKind } from './student-kind.ts';
import { enrolmentsOf, movesOf, restrictedOf, studentOverview, subjectsOf } from './student-profile.queries.ts';
import { recordSheet } from './record-sheet.queries.ts';
import { studentProfilePage, type StudentProfileProps } from './students.pages.ts';
import { maySeeStudents, studentGroups } from './students.policy.ts';

const params = z.object({ id });
const seeing = may(...maySeeStudents);
/** Who works with a restricted group, and whose own data it is. */
const seeingPrivate = may('students.viewHealth', 'students.viewReligion', 'students.viewPrivate', 'students.viewSelf');

/** The record, a tab an address. */
export function studentProfileRoutes(app: App): void {
  const { files } = app.services;

  app.get('/students/:id', { config: seeing, schema: { params } }, async (request, reply) => {
    const { id: studentId } = request.params;
    return reply.page(
      studentProfilePage,
      await request.read((db, actor) =>
        profileProps(db, actor, studentId, 'overview', overviewTab(db, actor, studentId)),
      ),
    );
  });

  app.get('/students/:id/subjects', { config: seeing, schema: { params } }, async (request, reply) => {
    const { id: studentId } = request.params;
    return reply.page(
      studentProfilePage,
      await request.read((db, actor) =>
        profileProps(db, actor, studentId, 'subjects', subjectsTab(db, actor, studentId)),
      ),
    );
  });

  app.post(
    '/students/:id/electives',
    { config: may('students.edit'), schema: { params, body: ChooseElectives } },
    async (request, reply) => {
      await request.write((tx, actor) => chooseElectives(tx, actor, request.params.id, request.body));
      return reply.flash('The electives are saved.').go(`/students/${request.params.id}/subjects`);
    },
  );

  // Written down, so a look at its head alone must not pass for one.
  app.get(
    '/students/:id/private',
    { config: seeingPrivate, schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      const { id: studentId } = request.params;
      return reply.page(
        studentProfilePage,
        await request.write(async (tx, actor) =>
          profileProps(tx, actor, studentId, 'private', privateTab(tx, actor, studentId)),
        ),
      );
    },
  );

  app.get('/students/:id/enrolments', { config: seeing, schema: { params } }, async (request, reply) => {
    const { id: studentId } = request.params;
    return reply.page(
      studentProfilePage,
      await request.read((db, actor) =>
        profileProps(db, actor, studentId, 'enrolments', enrolmentsTab(db, actor, studentId)),
      ),
    );
  });

  // What changed in a restricted group is shown here too.
  app.get(
    '/students/:id/history',
    {
      config: may('audit.view', 'students.edit'),
      schema: { params, querystring: HistoryPage },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { id: studentId } = request.params;
      return reply.page(
        studentProfilePage,
        await request.write((tx, actor) =>
          profileProps(tx, actor, studentId, 'history', historyTab(tx, actor, studentId, request.query.before)),
        ),
      );
    },
  );

  app.get(
    '/students/:id/profile.pdf',
    { config: { ...seeing, isHeavy: true }, schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      const data = await request.write((tx, actor) => recordSheet(tx, actor, files, request.params.id));
      return reply.pdf({
        title: `record ${data.number} ${data.name}`,
        layout: new URL('./record-sheet.pdf.ts', import.meta.url),
        data,
      });
    },
  );
}

type Tab = Promise<Partial<StudentProfileProps>>;

const overviewTab = async (db: Db, actor: Actor, studentId: number): Tab => ({
  own: await ownFieldsOf(db, actor, studentId, ['general']),
});

const subjectsTab = async (db: Db, actor: Actor, studentId: number): Tab => ({
  subjects: await subjectsOf(db, actor, studentId),
});

async function enrolmentsTab(db: Db, actor: Actor, studentId: number): Tab {
  const [rows, moves, kin, certificates] = await Promise.all([
    enrolmentsOf(db, actor, studentId),
    movesOf(db, actor, studentId),
    kinOf(db, actor, studentId),
    certificatesOf(db, actor, studentId),
  ]);
  // Why, and who did it, the school tells the family itself.
  return {
    enrolments: kin ? rows.map((row) => ({ ...row, assignedBy: null })) : rows,
    certificates,
    studentMoves: kin ? moves.map((move) => ({ ...move, reason: null })) : moves,
  };
}

const historyTab = (tx: Db, actor: Actor, personId: number, before: number | undefined): Tab =>
  historyOf(tx, actor, {
    ...{ kind: studentKind, personId, before },
    groupsIn: (institutionId) => groupsSeen(actor, institutionId, studentGroups),
  });

async function privateTab(tx: Db, actor: Actor, studentId: number): Tab {
  const [{ institutionId }, kin, restricted] = await Promise.all([
    studentOverview(tx, actor, studentId),
    kinOf(tx, actor, studentId),
    restrictedOf(tx, actor, studentId),
  ]);
  const groups = restrictedOnly(groupsSeenOf(actor, institutionId, kin));
  if (groups.length === 0) throw new NotAllowed();
  await noteReading(tx, actor, { institutionId, entity: 'student', subjectId: studentId, groups, place: 'record' });
  const own = await ownFieldsOf(tx, actor, studentId, groups);
  const { religion, ...health } = restricted;
  return {
    restricted: {
      groups,
      health: groups.includes('health') ? health : null,
      religion: groups.includes('religion') ? religion : null,
      own,
    },
  };
}
