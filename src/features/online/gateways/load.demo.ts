import type { DemoStep } from '#web/feature.ts';
import { onlineSettings } from './gateways.schema.ts';

/** The demonstration takes test payments only, through the gateway that runs inside the product. */
export const steps: DemoStep[] = [
  {
    place: 92,
    async load(tx, { school, college }) {
      await tx
        .insert(onlineSettings)
        .values(
          [school, college].map(({ id }) => ({ institutionId: id, provider: 'test' as const, isDemonstration: true })),
        );
    },
  },
];
