import type { App } from '#web/routes.ts';
import { batchRoutes } from './batches.routes.ts';
import { structureCalls } from './calls.routes.ts';
import { classRoutes } from './classes.routes.ts';
import { courseRoutes } from './courses.routes.ts';
import { programRoutes } from './programs.routes.ts';
import { sessionRoutes } from './sessions.routes.ts';

/** Sessions, programs, classes, batches and courses. */
export function structureRoutes(app: App): void {
  for (const routes of [structureCalls, sessionRoutes, programRoutes, classRoutes, batchRoutes, courseRoutes])
    routes(app);
}
