import { z } from 'zod';
import { paystack } from './providers/paystack.ts';
import { hmacOfBody } from '#kernel/secrets/signatures.ts';
import { machine, type App } from '#web/routes.ts';
import { providers, type Provider } from './gateways.ts';
import { receiveEvent } from './online/receive-event.ts';
import { gatewayOf, machineOf, flutterwave } from './providers/gateway-of.ts';
import { testSignature } from './providers/gateway-errors.ts';

const verifiers = {
  paystack: paystack().webhook.verify,
  flutterwave: flutterwave().webhook.verify,
  test: hmacOfBody(testSignature, 'sha512'),
};

/** Where providers report payments. Signatures are checked over the raw body before anything is read. */
export function hookRoutes(app: App): void {
  for (const provider of Object.keys(providers) as Provider[])
    app.post(
      `/hooks/:institution/${machineOf(provider)}`,
      {
        // A provider reports a whole country's payments from a few addresses.
        config: machine({
          name: machineOf(provider),
          title: providers[provider],
          verify: verifiers[provider],
          perMinute: 60_000,
        }),
        schema: { body: z.unknown() },
      },
      async (request, reply) => {
        const { institutionId } = request.signed!;
        const event = gatewayOf(app.services, provider, institutionId).readEvent(request.body);
        // The provider is asked while no transaction is open.
        const work = event && (await receiveEvent(app.services, { institutionId, provider, event }));
        return reply.machine(async (tx, actor) => work?.(tx, actor));
      },
    );
}
