import type { App } from '#web/routes.ts';
import { signInRoutes } from './sign-in.routes.ts';

/** Everything about signing in and about who may. */
export function accountRoutes(app: App): void {
  signInRoutes(app);
}
