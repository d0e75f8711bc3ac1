import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { NotAllowed, NotFound, ValidationError } from '#kernel/errors.ts';
import type { Permission } from '#kernel/permissions.ts';
import { id } from '#kernel/schemas.ts';
import { isChosen } from '#ui/is-chosen.ts';
import { may, type App } from '#web/routes.ts';
import { listLgas, listStates } from './geography.queries.ts';
import { countries, states } from './geography.schema.ts';

/** A select's value; its placeholder counts as missing (5.1). */
const chosen = (missing: string) =>
  z
    .union([z.string(), z.number()], missing)
    .transform((value) => String(value).trim())
    .refine((value) => isChosen(value), missing);

const institute = chosen('Choose an institution.');
const StatesOf = z.object({ country: chosen('Choose a country.'), institute });
const LgasOf = z.object({ state: chosen('Choose a state.'), institute });

/** Permissions to edit employees or the institution, and to edit students. Guardians belong to both. */
const staff = ['employees.create', 'employees.edit', 'guardians.edit', 'institutions.edit'] as const;
const registry = ['students.create', 'students.edit', 'guardians.edit'] as const;

/** The specification's calls that fill place selects (7.4 to 7.7). They are read-only. */
export function geographyRoutes(app: App): void {
  statesRoute(app, '/get_states', staff);
  lgasRoute(app, '/get_lga', staff);
  statesRoute(app, '/student_get_states', registry);
  lgasRoute(app, '/student_get_lga', registry);
}

function statesRoute(app: App, path: string, permissions: readonly Permission[]): void {
  app.post(path, { config: may(...permissions), schema: { body: StatesOf } }, async (request, reply) => {
    const { country } = request.body;
    const [isKnown, found] = await request.read(async (db, actor) => {
      mayAsk(actor, request.body.institute, permissions);
      return Promise.all([db.$count(countries, eq(countries.id, country)), listStates(db, country)]);
    });
    if (!isKnown) throw new ValidationError('country', 'Choose a country from the list.');
    return reply.send(found);
  });
}

function lgasRoute(app: App, path: string, permissions: readonly Permission[]): void {
  app.post(path, { config: may(...permissions), schema: { body: LgasOf } }, async (request, reply) => {
    const { state } = request.body;
    const [isKnown, found] = await request.read(async (db, actor) => {
      mayAsk(actor, request.body.institute, permissions);
      return Promise.all([db.$count(states, eq(states.id, state)), listLgas(db, state)]);
    });
    if (!isKnown) throw new ValidationError('state', 'Choose a state from the list.');
    return reply.send(found);
  });
}

/** Whether the actor can edit such people in the form's institution. */
function mayAsk(actor: Actor, institute: string, permissions: readonly Permission[]): void {
  const institution = id.safeParse(institute);
  if (!institution.success) throw new NotFound('institution');
  if (institutionsInView(actor, institution.data, ...permissions).length === 0) throw new NotAllowed();
}
