import { may, type App } from '#web/routes.ts';
import { gallery } from './gallery.pages.ts';

/** Every component of the kit in its states, for those who work on it: in production there is no such address. */
export function galleryRoutes(app: App): void {
  if (app.services.environment.isProduction) return;

  app.get('/gallery', { config: may('signedIn') }, async (_request, reply) => reply.page(gallery, {}));
}
