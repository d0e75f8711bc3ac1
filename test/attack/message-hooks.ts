import { replaceSecret } from '#kernel/secrets/machine-secrets.ts';
import { gatesOf, hostileReports, type HookRequest } from './message-hook-list.ts';
import type { Tally } from './tally.ts';
import type { Mould, World } from './world.ts';

const ownMessage = 'ZQ-SMS-OWN';
const foreignMessage = 'ZQ-SMS-FOREIGN';

/**
 * What somebody sends who wants messages to count as delivered, numbers to be blocked, or a school to be billed for
 * answers: nothing unsigned changes anything, no report reaches another institution's messages, nothing breaks the
 * server, and a true report counts once.
 */
export async function attackMessageHooks(world: World, { ownId, foreignIds }: Mould, tally: Tally, place: object) {
  const { app, client, database } = world;
  const foreignId = foreignIds.at(-1)!;
  const gates = gatesOf(ownId, { own: ownMessage, foreign: foreignMessage });
  for (const institutionId of [ownId, foreignId])
    await database.asSystem([institutionId], async (tx) => {
      for (const { machine, secretFor } of gates)
        await replaceSecret(tx, app.services.secret, { institutionId, machine }, secretFor(institutionId));
    });
  for (const [institutionId, name] of [
    [ownId, ownMessage],
    [foreignId, foreignMessage],
  ] as const)
    await client.query(
      `insert into outbox (institution_id, channel, recipient, body, event, state, sent_at, provider_message_id)
       values ($1, 'sms', '+2348030009999', 'zq', 'messages.composed', 'sent', now(), $2)`,
      [institutionId, name],
    );
  const state = async () => {
    const { rows } = await client.query<{ all: string; foreign: string; own: string }>(
      `select (select state from outbox where provider_message_id = $1) as own,
         (select state from outbox where provider_message_id = $2) as foreign,
         concat_ws(' ', (select count(*) from outbox), (select count(*) from contact_wishes),
           (select count(*) from incoming_messages), (select count(*) from whatsapp_windows),
           (select md5(string_agg(state, ',' order by id)) from outbox)) as all`,
      [ownMessage, foreignMessage],
    );
    return rows[0]!;
  };
  const send = async ({ name, isSigned, ...request }: HookRequest, expected?: string) => {
    const before = await state();
    const answer = await app.inject({ method: 'POST', ...request });
    const after = await state();
    const find = (said: string) =>
      tally.find(`POST ${request.url.split('?')[0]}`, {
        said: `${said}: ${name}`,
        answer: `${answer.statusCode} ${answer.body.slice(0, 200)}`,
        request: JSON.stringify({ ...place, ...request, payload: String(request.payload).slice(0, 500) }),
      });
    tally.count('a provider', answer.statusCode, 'webhook');
    if (answer.statusCode >= 500) find('server error');
    if (!isSigned && answer.statusCode < 400) find('rights: a message without its signature is taken');
    if (!isSigned && after.all !== before.all) find('rights: a message without its signature changes something');
    if (after.foreign !== 'sent') find('rights: another institution’s message is reported on');
    if (expected ? after.own !== expected : after.own !== before.own) find(`the message is ${after.own} now`);
  };
  for (const gate of gates) for (const request of hostileReports(gate, foreignId)) await send(request);
  for (const gate of gates.filter(({ report }) => report)) {
    await client.query(`update outbox set state = 'sent' where provider_message_id = $1`, [ownMessage]);
    const truth = gate.signed('the true report', gate.report!(ownMessage));
    await send(truth, 'delivered');
    await client.query(`update outbox set state = 'sent' where provider_message_id = $1`, [ownMessage]);
    // Replayed, it counts no more.
    await send(truth);
  }
}
