import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '#test/harness/client.ts';
import { clerkAt, type Clerk, type Door } from '#test/faults/clerk.ts';
import { again, letters, pause, type Desk } from './desk.ts';

export interface Admissions {
  ownerUrl: string;
  door: Door;
  slug: string;
  programId: number;
  classId: number;
  nextAddress: () => string;
}

/** An open intake that asks for little and has room for everybody. */
export const openAdmissions = (
  { ownerUrl, door }: { ownerUrl: string; door: Door },
  institutionId: number,
  nextAddress: () => string,
): Promise<Admissions> =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ program: number; class: number; slug: string }>(
      `with intake as (
         update intakes set requires_pin = false, papers = '[]', minimum_age = null, maximum_age = null, acceptance_fee = 0,
           closes_at = now() + interval '1 year', form = '{"guardians": 0, "schools": "hidden"}'
         where id = (select min(id) from intakes where institution_id = $1) returning id, program_id),
       seats as (
         update intake_classes k set seats = null from intake i
         where k.institution_id = $1 and k.intake_id = i.id returning k.class_id)
       select i.program_id::int as program, k.class_id::int as class, s.slug
       from intake i, seats k, sites s where s.institution_id = $1`,
      [institutionId],
    );
    const { program, class: classId, slug } = rows[0]!;
    return { ownerUrl, door, slug, programId: program, classId, nextAddress };
  });

/**
 * Parents apply from their phones, an officer offers places and admits. What got no answer is sent again where the product
 * promises that it acts once.
 */
export async function applyAndAdmit(admissions: Admissions, desk: Desk): Promise<void> {
  for (let turn = 1; !desk.isOver(); turn += 1) {
    const surname = `Applying ${letters(`${desk.prefix} ${turn}`)}`;
    const parent = clerkAt(admissions.door, admissions.nextAddress());
    const own = await apply(admissions, desk, parent, surname);
    if (own && (await send(desk, parent, own, surname))) await admit(admissions, desk, parent, own, surname);
    await wait(50);
  }
}

/** Opens an application and fills it in; returns its address. */
async function apply(
  { slug, programId, classId }: Admissions,
  { notes, isOver }: Desk,
  parent: Clerk,
  surname: string,
) {
  const person = { surname, firstName: 'Given', birthDate: '2014-05-06', phone: '0803 000 0199' };
  await parent.get('/sign-in');
  const opened = await parent.post(`/sites/${slug}/apply`, { program_id: programId, class_id: classId, ...person });
  if (!notes.note('application', surname, opened)) {
    await pause(opened);
    return null;
  }
  const own = opened.location.replace(/\/person.*$/, '');
  const form = { ...person, gender: 'female', opened: await openedAt(parent, `${own}/person`) };
  const filled = await again(isOver, () => parent.post(`${own}/person`, form));
  return filled.status === 303 ? own : null;
}

/** What the form was opened with. */
async function openedAt(parent: Clerk, address: string): Promise<string> {
  const { body } = await parent.get(address);
  return /name="opened"[^>]*value="([^"]*)"/.exec(body)?.[1]?.replaceAll('&quot;', '"') ?? '';
}

async function send({ notes, isOver }: Desk, parent: Clerk, own: string, surname: string): Promise<boolean> {
  const sent = await again(isOver, () => parent.post(`${own}/send`));
  return notes.note('sent application', surname, sent);
}

async function admit({ ownerUrl }: Admissions, desk: Desk, parent: Clerk, own: string, surname: string) {
  const { clerk, notes, isOver } = desk;
  const id = await idOf(ownerUrl, surname);
  if (id === null) return;
  const offer = await clerk.post('/applications/decide', { application_ids: [id], to: 'offered' });
  if (!notes.note('offer', surname, offer)) return;
  const accepted = await again(isOver, () => parent.post(`${own}/accept`));
  if (accepted.status !== 303) return;
  const key = randomUUID();
  const admitted = await again(isOver, () => clerk.post(`/applications/${id}/admit`, {}, key));
  notes.note('admitted applicant', surname, admitted);
}

const idOf = (ownerUrl: string, surname: string): Promise<number | null> =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: number }>('select id::int from applications where surname = $1', [
      surname,
    ]);
    return rows[0]?.id ?? null;
  }).catch(() => null);
