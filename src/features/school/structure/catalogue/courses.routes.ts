import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { CourseFilter, electiveGroups, findCourse, listCourses } from './courses.queries.ts';
import * as change from './change-catalogue.ts';
import { editable } from '../editable.ts';
import { chooseInstitution, mayEdit, ofRecord } from '../structure-in-view.ts';
import { courseForm, courseList } from '../structure.pages.ts';
import { nextPage, View } from '../view.ts';
import { openedOf, edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { lockCourse } from '../lock-rows.ts';
import { courses } from '../structure.schema.ts';

const params = z.object({ id });
const seeing = may('structure.view');
const editing = may('structure.edit');

export function courseRoutes(app: App): void {
  app.get('/courses', { config: seeing, schema: { querystring: CourseFilter } }, async (request, reply) => {
    const { after, ...filter } = request.query;
    const { rows, ...end } = await request.read(async (db, actor) => listCourses(db, actor, request.query));
    return reply.page(courseList, {
      rows,
      next: nextPage('/courses', filter, after, end),
      filter,
      can: { edit: mayEdit(request.actor, filter.institution_id) },
    });
  });

  app.get('/courses/new', { config: editing, schema: { querystring: View } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const choice = chooseInstitution(actor, request.query.institution_id);
      return {
        ...choice,
        course: null,
        electiveGroups: await electiveGroups(db, choice.institutionId),
      };
    });
    return reply.page(courseForm, props);
  });

  app.post('/courses', { config: editing, schema: { body: change.CreateCourse } }, async (request, reply) => {
    await request.write((tx, actor) => change.createCourse(tx, actor, request.body));
    return reply.flash(`${request.body.code} ${request.body.title} was added.`).seeOther('/courses');
  });

  app.get('/courses/:id/edit', { config: editing, schema: { params } }, async (request, reply) => {
    const course = await request.read(async (db, actor) =>
      editable(actor, await findCourse(db, actor, request.params.id), 'course'),
    );
    const groups = await request.read(async (db) => electiveGroups(db, course.institutionId));
    return reply.page(courseForm, {
      ...ofRecord(course.institutionId),
      course,
      opened: openedOf(EditCourse, course),
      electiveGroups: groups,
    });
  });

  app.post('/courses/:id', { config: editing, schema: { params, body: EditCourse } }, async (request, reply) => {
    await request.write((tx, actor) => editCourse(tx, actor, request.params.id, request.body));
    return reply.flash(`${request.body.code} ${request.body.title} was saved.`).seeOther('/courses');
  });

  app.post('/courses/:id/retire', { config: editing, schema: { params } }, async (request, reply) => {
    const title = await request.write((tx, actor) => change.retireCourse(tx, actor, request.params.id, true));
    return reply
      .flash({
        message: `${title} was archived.`,
        tone: 'good',
        undo: { action: `/courses/${request.params.id}/restore` },
      })
      .seeOther('/courses');
  });

  app.post('/courses/:id/restore', { config: editing, schema: { params } }, async (request, reply) => {
    const title = await request.write((tx, actor) => change.retireCourse(tx, actor, request.params.id, false));
    return reply.redirectOrJson(`${title} was restored.`, '/courses');
  });

  app.post('/courses/:id/delete', { config: editing, schema: { params } }, async (request, reply) => {
    const title = await request.write((tx, actor) => change.deleteCourse(tx, actor, request.params.id));
    return reply.flash(`${title} was deleted.`).seeOther('/courses');
  });
}

const EditCourse = edits(change.CourseFields);

/** Changes a course wherever it is offered. */
const editCourse = editRecord({
  action: 'structure.editCourse',
  type: 'course',
  table: courses,
  may: 'structure.edit',
  fields: EditCourse,
  lock: lockCourse,
  check: ({ tx, before, values }) => change.refuseSameCourse(tx, before.institutionId, values.code, before.id),
  taken: ({ values }) => change.courseTaken(values.code),
  nameOf: ({ values }) => values.code,
});
