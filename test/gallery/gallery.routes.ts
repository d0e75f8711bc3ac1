import { z } from 'zod';
import { firstOf } from '#kernel/database/bounded.ts';
import { choicesShown } from '#kernel/choices.ts';
import { ValidationError } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import { AskedChoices } from '#features/records/people/serve-choices.ts';
import { defer, page } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';

const villages = Array.from({ length: 120 }, (_, at) => `Village ${String(at + 1).padStart(3, '0')}`);

const Asked = z.object({ section: z.string().max(60).optional() });
const Saying = z.object({ name: line(60, 'The name') });

/** Every component of the UI kit in its states, for developers: under `npm run dev` and in tests. */
export function galleryRoutes(app: App): void {
  app.get('/gallery', { config: may('signedIn'), schema: { querystring: Asked } }, async (request, reply) =>
    reply.page(gallery, request.query),
  );

  app.get('/gallery/form', { config: may('signedIn') }, async (_request, reply) =>
    reply.page(galleryForm, { used: defer(() => ['Adire']) }),
  );

  // The gallery saves nothing.
  app.post('/gallery/form', { config: may('signedIn'), schema: { body: Saying } }, async (request, reply) => {
    if (request.body.name === 'Taken') throw new ValidationError('name', 'That name is taken. Choose another.');
    return reply.flash(`${request.body.name} is saved.`).seeOther('/gallery');
  });

  app.get('/gallery/heard', { config: may('signedIn') }, async (_request, reply) =>
    reply.send({ message: 'The server answered.' }),
  );

  // More than one page of choices: 120 villages.
  app.get(
    '/gallery/options',
    { config: may('signedIn'), schema: { querystring: AskedChoices } },
    async (request, reply) => {
      const q = request.query.q.toLowerCase();
      const { rows, isMore } = firstOf(
        villages.filter((name) => name.toLowerCase().includes(q)),
        choicesShown,
      );
      return reply.send({ choices: rows.map((label) => ({ value: label, label, hint: 'Kwara' })), isMore });
    },
  );

  app.post('/gallery/remote', { config: may('signedIn'), schema: { body: Saying } }, async (request, reply) => {
    if (request.body.name === 'Taken') throw new ValidationError('name', 'That name is taken. Choose another.');
    return reply.send({ message: `The server received ${request.body.name}.` });
  });
}

export const gallery = page<{ section?: string }>('gallery/gallery');

/** A separate page that the gallery shows in a modal. */
export const galleryForm = page<{ used?: string[] }>('gallery/form');
