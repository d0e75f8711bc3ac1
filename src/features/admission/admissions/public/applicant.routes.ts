import type { App } from '#web/routes.ts';
import { applicationRoutes } from './application.routes.ts';
import { applyRoutes } from './apply.routes.ts';
import { papersRoutes } from './papers.routes.ts';
import { printRoutes } from './prints.routes.ts';
import { reviewRoutes } from './review.routes.ts';
import { statusRoutes } from './status.routes.ts';

/** Everything that applicants do, without an account. */
export function applicantRoutes(app: App): void {
  for (const register of [applyRoutes, applicationRoutes, papersRoutes, reviewRoutes, statusRoutes, printRoutes])
    register(app);
}
