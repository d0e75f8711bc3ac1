import type { FastifyReply, FastifyRequest } from 'fastify';
import { can, institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { flatParameters } from '#kernel/list/parameters.ts';
import type { Permission } from '#kernel/permissions.ts';
import { logoAddress } from '#features/school/institutions/institution-page.queries.ts';
import { employeeList } from '#features/people/employees/employees.list.ts';
import { studentList } from '#features/people/students/students.list.ts';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import { may, type App } from '#web/routes.ts';
import { findEmployeeCards } from './employee-cards.queries.ts';
import { qrOf, qrPath } from '#kernel/qr.ts';
import {
  findStudentCards,
  type Card,
  type CardIssuer,
  cardLimit,
  EmployeeCards,
  StudentCards,
  issuersOf,
  makeCards,
  type FoundCards,
} from './cards.ts';
import { page } from '#web/page.ts';

const shown = 4;

/** ID cards: preview and file. */
export function cardRoutes(app: App): void {
  const { files } = app.services;

  app.get(
    '/students/cards',
    { config: { ...may('students.export'), isHeavy: true }, schema: { querystring: StudentCards } },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      return look(
        request,
        reply,
        'students',
        'students.viewHealth',
        flatParameters(request.query),
        studentList.reads(request, request.query),
        (db, actor) => findStudentCards(db, actor, { ...request.query, bloodGroup: false }, origin),
      );
    },
  );

  app.get(
    '/students/cards.pdf',
    {
      config: { ...may('students.export'), isHeavy: true },
      schema: { querystring: StudentCards },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { sheet, back } = request.query;
      const origin = await request.publicOrigin();
      const data = await request.write(async (tx, actor) =>
        makeCards(tx, actor, files, {
          people: 'students',
          sheet,
          back,
          ...(await findStudentCards(tx, actor, request.query, origin)),
        }),
      );
      return reply.pdf({ title: 'id cards students', layout, data });
    },
  );

  app.get(
    '/employees/cards',
    { config: { ...may('employees.export'), isHeavy: true }, schema: { querystring: EmployeeCards } },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      return look(
        request,
        reply,
        'employees',
        'employees.viewHealth',
        flatParameters(request.query),
        employeeList.reads(request, request.query),
        (db, actor) => findEmployeeCards(db, actor, { ...request.query, bloodGroup: false }, origin),
      );
    },
  );

  app.get(
    '/employees/cards.pdf',
    {
      config: { ...may('employees.export'), isHeavy: true },
      schema: { querystring: EmployeeCards },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { sheet, back } = request.query;
      const origin = await request.publicOrigin();
      const data = await request.write(async (tx, actor) =>
        makeCards(tx, actor, files, {
          people: 'employees',
          sheet,
          back,
          ...(await findEmployeeCards(tx, actor, request.query, origin)),
        }),
      );
      return reply.pdf({ title: 'id cards employees', layout, data });
    },
  );
}

const layout = new URL('./card-file.pdf.ts', import.meta.url);

/** The page with the number of cards, a preview and options. */
async function look(
  request: FastifyRequest,
  reply: FastifyReply,
  people: IdCardsProps['people'],
  health: Permission,
  query: object,
  reads: ReturnType<typeof studentList.reads>,
  find: (db: Db, actor: Actor) => Promise<FoundCards>,
) {
  const [{ found, leftOut }, issuers] = await reads.list((db, actor) => {
    const printed = institutionsWhere(actor, `${people}.export`);
    return Promise.all([find(db, actor), issuersOf(db, actor, printed, people === 'students' ? 'Student' : 'Staff')]);
  });
  const { actor } = request;
  return reply.page(idCards, {
    people,
    count: Math.min(found.length, cardLimit),
    leftOut,
    isTooMany: found.length > cardLimit,
    limit: cardLimit,
    cards: found.slice(0, shown).map(({ photoId, ...card }) => {
      const qr = qrOf(card.address);
      const institution = actor.institutions.find(({ id }) => id === card.institutionId)!;
      return {
        ...card,
        photo: photoUrl(people, { id: card.id, photoId }, 'large') ?? null,
        qr: qrPath(qr),
        qrSize: qr.size,
        logo: logoAddress(institution),
      };
    }),
    issuers,
    asked: askedIn(query),
    mayShowBloodGroup: found.some(({ institutionId }) => can(actor, health, institutionId)),
  });
}

/** Query parameters for the file, except those set by the form. */
function askedIn(query: object): IdCardsProps['asked'] {
  const kept: IdCardsProps['asked'] = {};
  for (const [name, value] of Object.entries(query)) {
    if (['sheet', 'back', 'bloodGroup'].includes(name) || value === undefined || value === null) continue;
    if (name === 'ids') kept.ids = (value as number[]).join(',');
    else if (typeof value === 'string' || typeof value === 'number') kept[name] = value;
    else if (Array.isArray(value) && value.length) kept[name] = value as string[];
  }
  return kept;
}

export interface IdCardsProps {
  people: 'students' | 'employees';
  count: number;
  /** Number of people in the list without a card because they are not at the school now. */
  leftOut: number;
  /** Whether the list exceeds the limit of a file. */
  isTooMany: boolean;
  limit: number;
  /** The first cards, for the preview. */
  cards: (Card & { photo: string | null; qr: string; qrSize: number; logo: string | null })[];
  issuers: Record<number, CardIssuer>;
  /** Query parameters of the file: the filter or the selected ids. */
  asked: Record<string, string | number | (string | number)[]>;
  /** Whether the user can print blood groups. */
  mayShowBloodGroup: boolean;
}
export const idCards = page<IdCardsProps>('cards/id-cards');
