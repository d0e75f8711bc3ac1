import type pg from 'pg';
import { plausibleDraft, type Draft, type Surroundings } from './draft.ts';
import type { Route } from './listed-routes.ts';
import { holds, nobody, type Person } from './people.ts';
import { destinations, ofVisitors } from './gain-forms.ts';
import { rightForm } from './right-forms.ts';

/** What one person attacks with. */
interface Attack {
  client: pg.Client;
  routes: readonly Route[];
  crowd: readonly Person[];
  around: Surroundings;
  /** Fills in what an edit was opened with. */
  open(draft: Draft, person: Person): Promise<void>;
  send(draft: Draft, person: Person, kind: string): Promise<boolean>;
}

/** More than the limits let pass. */
const timesAsVisitor = 8;

/**
 * A visitor orders, applies and asks for codes until the limits refuse. Everybody who may, asks to have money, messages or secrets go elsewhere, and then tries to decide everything that waits;
 * at last those with all rights do. What judges each request (judge-gain.ts) finds a place that came into force by one
 * person.
 */
export async function tryAlone({ client, routes, crowd, around, open, send }: Attack): Promise<void> {
  const asking = routes.filter(({ method, url }) => method === 'POST' && destinations.includes(url));
  const deciding = routes.filter(({ url }) => /^\/approvals\/:id\/(approve|complete)$/.test(url));

  async function decideAll(person: Person): Promise<void> {
    const { rows } = await client.query<{ id: number }>(
      'select id from approvals where outcome is null order by id desc limit 12',
    );
    for (const route of deciding)
      for (const { id } of rows) {
        const draft = plausibleDraft(route, around);
        draft.params[0]!.value = String(id);
        await send(draft, person, 'alone');
      }
  }

  for (const person of crowd.filter(({ name }) => name === nobody))
    for (const route of routes.filter(({ method, url }) => method === 'POST' && ofVisitors.includes(url)))
      for (let time = 0; time < timesAsVisitor; time += 1)
        await send({ ...plausibleDraft(route, around), body: rightForm(route.url, around) }, person, 'alone');
  for (const person of crowd.toReversed()) {
    for (const route of asking.filter(({ may }) => holds(person, may))) {
      const draft = plausibleDraft(route, around);
      draft.body = rightForm(route.url, around);
      await open(draft, person);
      await send(draft, person, 'alone');
    }
    await decideAll(person);
  }
  for (const person of crowd.filter(({ rights }) => rights === null)) await decideAll(person);
}
