import type { App } from '#web/routes.ts';
import { offerRoutes } from './invitations/offers.routes.ts';
import { ownAccountRoutes } from './own-account.routes.ts';
import { passwordRoutes } from './passwords/password.routes.ts';
import { peopleRoutes } from './people.routes.ts';
import { setupRoutes } from './setup.routes.ts';
import { secondStepRoutes } from './sign-in/second-step.routes.ts';
import { signInRoutes } from './sign-in/sign-in.routes.ts';

/** Sign-in, passwords, invitations and users. Roles are in roles.routes.ts. */
export function accountRoutes(app: App): void {
  signInRoutes(app);
  secondStepRoutes(app);
  passwordRoutes(app);
  ownAccountRoutes(app);
  offerRoutes(app);
  peopleRoutes(app);
  setupRoutes(app);
}
