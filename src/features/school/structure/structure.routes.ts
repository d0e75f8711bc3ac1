import type { App } from '#web/routes.ts';
import { batchCourseRoutes } from './batches/batch-courses.routes.ts';
import { batchRoutes } from './batches/batches.routes.ts';
import { makeBatchesRoutes } from './batches/make-batches.routes.ts';
import { structureCalls } from './calls.routes.ts';
import { classRoutes } from './catalogue/classes.routes.ts';
import { courseRoutes } from './catalogue/courses.routes.ts';
import { programRoutes } from './catalogue/programs.routes.ts';
import { presetRoutes } from './presets/presets.routes.ts';
import { teacherRoutes } from './teachers/teachers.routes.ts';
import { sessionRoutes } from './sessions/sessions.routes.ts';

/** Sessions, programs, classes, batches and courses. */
export function structureRoutes(app: App): void {
  for (const routes of [structureCalls, sessionRoutes, programRoutes, classRoutes, courseRoutes, teacherRoutes])
    routes(app);
  for (const routes of [batchRoutes, batchCourseRoutes, makeBatchesRoutes, presetRoutes]) routes(app);
}
