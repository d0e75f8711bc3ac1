import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { again, pick, type Desk } from './desk.ts';

/** Composes messages to the guardians of a class arm or two: previewed, and sent with one key until there is an answer. */
export async function composeMessages({ clerk, school, notes, chance, prefix, isOver }: Desk) {
  for (let turn = 1; !isOver(); turn += 1) {
    const mark = `Message ${prefix}-${turn}`;
    const ids = [...new Set([pick(chance, school.batches).id, pick(chance, school.batches).id])];
    const message = {
      institution_id: school.institutionId,
      channel: 'sms',
      body: `${mark}: the school closes at noon.`,
      audience: { of: 'guardians', by: [{ kind: 'batch', ids }] },
    };
    const preview = await again(isOver, () => clerk.post('/messages/preview', message));
    const { recipients = 0 } = preview.status === 200 ? (JSON.parse(preview.body) as { recipients: number }) : {};
    if (recipients > 0) {
      const key = randomUUID();
      const sent = await again(isOver, () =>
        clerk.post('/messages', { ...message, act: 'send', confirmed: recipients }, key),
      );
      notes.note('message', mark, sent);
    }
    await wait(100);
  }
}
