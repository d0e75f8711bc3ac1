import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { queryParam } from '#kernel/schemas.ts';
import { may, type App, type Flash } from '#web/routes.ts';
import { wordFor } from '../batches/batch-word.ts';
import { chooseInstitution } from '../choose-institution.ts';
import { View } from '../view.ts';
import { applyPreset } from './apply-preset.ts';
import { ApplyPreset } from './preset-fields.ts';
import { presetPage } from './presets.pages.ts';
import { readExisting } from './presets.queries.ts';
import { presetKeys, presets, usualPreset } from './presets.ts';
import { proposedSession } from '../sessions/proposed-session.ts';
import { proposeTerms } from './propose-terms.ts';
import type { Tally } from './tally.ts';

const editing = may('structure.edit');

/** Programs, classes, batches and courses of a kind of school, added at once. */
export function presetRoutes(app: App): void {
  app.get(
    '/structure/templates',
    { config: editing, schema: { querystring: View.extend({ preset: queryParam(z.enum(presetKeys)) }) } },
    async (request, reply) => {
      const { institution_id: wanted, preset: chosen } = request.query;
      const props = await request.read(async (db, actor) => {
        const choice = chooseInstitution(actor, wanted);
        const { kind, session, existing } = await readExisting(db, choice.institutionId);
        const preset = chosen ?? usualPreset(kind);
        const newSession = proposedSession(today(membershipIn(actor, choice.institutionId)!.timeZone));
        const { startsOn, endsOn } = session ?? newSession;
        const terms = session?.terms ? [] : proposeTerms(presets[preset].calendar, startsOn, endsOn);
        return { ...choice, preset, session, newSession, terms, existing };
      });
      return reply.page(presetPage, props);
    },
  );

  app.post(
    '/structure/templates',
    { config: { ...editing, once: true }, schema: { body: ApplyPreset } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const done = await applyPreset(tx, actor, request.body);
        const { institutionId } = request.body;
        return { flash: inWords(actor, institutionId, done), go: `/home?institution_id=${institutionId}` };
      }),
  );
}

type Done = Pick<Tally, 'added' | 'skipped'> & { terms: number; isAnything: boolean };

/** 'Added 2 programmes and 6 classes. 1 programme already exists.' */
function inWords(actor: Actor, institutionId: number, { added, skipped, terms, isAnything }: Done): Flash {
  const word = (noun: Parameters<typeof wordFor>[2]) => wordFor(actor, institutionId, noun);
  const parts = ({ programs, classes, batches, courses }: Tally['added'], termCount: number) =>
    [
      counted(termCount, 'term', 'terms'),
      counted(programs, 'programme', 'programmes'),
      counted(classes, word('class'), word('classes')),
      counted(batches, word('batch'), word('batches')),
      counted(courses, word('course'), word('courses')),
    ].filter((part) => part !== null);
  const left = parts(skipped, 0);
  const unchanged = left.length ? ` Already existed and unchanged: ${list.format(left)}.` : '';
  if (!isAnything) return { message: `Nothing to add.${unchanged}`, tone: 'info' };
  const made = parts(added, terms);
  return { message: `${made.length ? `Added ${list.format(made)}.` : 'Added.'}${unchanged}`, tone: 'good' };
}

const list = new Intl.ListFormat('en-GB');
const counted = (count: number, one: string, many: string): string | null =>
  count === 0 ? null : `${count} ${count === 1 ? one : many}`;
