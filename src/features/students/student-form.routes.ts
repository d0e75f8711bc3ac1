import { photoRoutes } from '#features/people/serve-photos.ts';
import type { App } from '#web/routes.ts';
import { studentKind } from './student-kind.ts';

/** What stands around a student's form: the photo. */
export function studentFormRoutes(app: App): void {
  photoRoutes(app, studentKind);
}
