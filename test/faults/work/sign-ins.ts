import { setTimeout as wait } from 'node:timers/promises';
import { clerkAt, type Door, type SignIn } from '#test/faults/clerk.ts';
import { pick, type Desk } from './desk.ts';

/** People come in, each from an address of his own, and some leave again. */
export async function comeAndGo(
  { notes, chance, isOver }: Omit<Desk, 'clerk'>,
  site: Door,
  people: SignIn[],
  nextAddress: () => string,
) {
  while (!isOver()) {
    const clerk = clerkAt(site, nextAddress());
    const person = pick(chance, people);
    const signedIn = await clerk.signIn(person.username, person.password);
    const token = clerk.cookies.get('akada_session');
    if (notes.note('sign-in', clerk.address, signedIn) && token) {
      notes.tokens.set(clerk.address, token);
      // Only a page of the session has the session's own token.
      const page = await clerk.get('/account');
      if (page.status === 200 && chance() < 0.5) notes.note('sign-out', clerk.address, await clerk.post('/sign-out'));
    }
    // A password takes the server longer than everything else here.
    await wait(300);
  }
}
