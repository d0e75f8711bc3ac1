import { query } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { readPhone } from '#kernel/phone.ts';
import { hmacOfBody } from '#kernel/secrets/signatures.ts';
import { machine, type App, type Services } from '#web/routes.ts';
import { attemptOf } from './replies.list.ts';
import { IncomingMessage, receiveIncoming } from './receive-incoming.ts';
import type { Incoming } from './incoming-kinds.ts';

/** Separate from delivery reports, so that their secret can't be used to forge texts. */
const name = 'incoming-messages';

/** Where a provider brings messages that people sent to the school. */
export function incomingRoutes(app: App): void {
  app.post(
    '/hooks/:institution/incoming-messages',
    {
      config: machine({
        name,
        title: 'Incoming messages',
        verify: hmacOfBody('x-akada-signature', 'sha512'),
        bodyLimit: 16_384,
      }),
      schema: { body: IncomingMessage },
    },
    async (request, reply) => {
      const { institutionId } = request.signed!;
      const { from, text, message_id: messageId } = request.body;
      const address = await addressOf(app.services, institutionId, from);
      const incoming: Incoming = { institutionId, machine: 'json', channel: 'sms', address, body: text, messageId };
      // A pin is tried in a transaction of its own, so that a wrong one is counted.
      const attempt = await attemptOf(app.services, incoming);
      return reply.machine((tx, actor) => receiveIncoming(tx, actor, incoming, attempt));
    },
  );
}

async function addressOf({ database }: Services, institutionId: number, from: string): Promise<string> {
  const [institution] = await database.readAsSystem(
    [institutionId],
    (db) => query<{ country: string }>(db)`select country_id as country from institutions where id = ${institutionId}`,
  );
  const address = readPhone(
    from.startsWith('+') ? from : /^[1-9]\d{9,14}$/.test(from) ? `+${from}` : from,
    institution!.country,
  );
  if (!address) throw new ValidationError('from', 'This is not a phone number.');
  return address;
}
