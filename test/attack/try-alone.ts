import type pg from 'pg';
import { plausibleDraft, type Draft, type Surroundings } from './draft.ts';
import type { Route } from './listed-routes.ts';
import { holds, type Person } from './people.ts';
import { destinations } from './right-forms.ts';

/** What one person attacks with. */
interface Attack {
  client: pg.Client;
  routes: readonly Route[];
  crowd: readonly Person[];
  around: Surroundings;
  open(draft: Draft, person: Person): Promise<void>;
  send(draft: Draft, person: Person, kind: string): Promise<boolean>;
}

/**
 * Everybody who may, asks to have money, messages or secrets go elsewhere, and then tries to decide everything that waits:
 * what judges each request (judge-gain.ts) finds a place that came into force by one person.
 */
export async function tryAlone({ client, routes, crowd, around, open, send }: Attack): Promise<void> {
  const asking = routes.filter(({ method, url }) => method === 'POST' && destinations.includes(url));
  const deciding = routes.filter(({ url }) => /^\/approvals\/:id\/(approve|complete)$/.test(url));
  for (const person of crowd) {
    for (const route of asking.filter(({ may }) => holds(person, may))) {
      const draft = plausibleDraft(route, around);
      await open(draft, person);
      await send(draft, person, 'alone');
    }
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
}
