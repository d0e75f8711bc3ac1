import { bundle } from '../../bin/bootstrap.mjs';
import { endCleanly } from './end-cleanly.ts';
import { openEnvironment } from './bench-environment.ts';
import { shapeOf } from './school.ts';
import { fillSchool } from './schools.ts';
import { serve } from './site.ts';
import { openTill } from './money/till.ts';
import { fillBooks } from './money/books.ts';
import { setTimeout as sleep } from 'node:timers/promises';
await endCleanly(async () => {
  bundle();
  const { environment } = await openEnvironment();
  const filled = await fillSchool(environment, 'school_money', { ...shapeOf('peers'), name: 'money' });
  await serve(filled, async (site) => {
    await openTill(site);
    await fillBooks(site.client, site.school.institutionId, Number(process.env['TERMS'] ?? 6));
    console.log('READY', filled.ownerUrl, site.app.port, JSON.stringify(site.registrar.swap));
    await sleep(3_600_000);
  });
});
