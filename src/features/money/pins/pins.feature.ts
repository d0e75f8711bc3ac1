import type { Feature } from '#web/feature.ts';
import { batchRoutes } from './batches/batches.routes.ts';
import { makePinsJob } from './batches/make-pins.job.ts';
import { kindRoutes } from './kinds/kinds.routes.ts';
import { pinPersonalData } from './pins.personal-data.ts';
import { pinPermissions } from './pins.policy.ts';
import { pinTours } from './pins.tour.ts';
import { sellerRoutes } from './sellers/sellers.routes.ts';
import { stockRoutes } from './stock/stock.routes.ts';
import { tidyPins } from './tidy-pins.job.ts';
import { pinReports } from './pins.reports.ts';
import { sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { memoizeForActor } from '#kernel/database/memoize-for-actor.ts';
import { isOneOf, query } from '#kernel/database.ts';

const stock: ReadyDashlet = {
  key: 'pins.stock',
  label: 'Pins in stock',
  place: 110,
  size: 'small',
  may: ['pins.view'],
  description: 'Pins that can still be sold, by type.',
  empty: 'No pins are in stock.',
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'pins.view');
    const rows = await memoizeForActor(
      actor,
      `pins.stock ${ids.join(' ')}`,
      () =>
        query<{ id: string; name: string; count: number }>(db)`
        select k.id::text as id, k.name, count(p.id)::int as count from pin_kinds k join institutions i on i.id = k.institution_id
        left join pins p on p.institution_id = k.institution_id and p.kind_id = k.id and p.status = 'available'
          and p.expires_on >= (now() at time zone i.time_zone)::date
        where ${isOneOf(sql`k.institution_id`, ids)} and k.archived_at is null
        group by k.institution_id, k.id, k.name order by k.name, k.id`,
    );
    if (rows.length === 0) return null;
    return {
      as: 'list',
      href: '/pins',
      points: rows.map(({ name, count }) => ({ label: name, value: count, ...(count === 0 && { hint: 'Sold out' }) })),
    };
  },
};

const pinDashlets: readonly ReadyDashlet[] = [stock];

export const pinFeature = {
  name: 'pins',
  permissions: pinPermissions,
  roles: {
    admission_officer: ['pins.view', 'pins.make', 'pins.handOver'],
    bursar: ['pins.view', 'pins.edit', 'pins.void'],
    principal: ['pins.view'],
    cashier: ['pins.view'],
  },
  nouns: { pins: 'Pins' },
  routes: [stockRoutes, kindRoutes, sellerRoutes, batchRoutes],
  jobs: [makePinsJob, tidyPins],
  tours: pinTours,
  menu: [
    {
      section: 'admissions',
      place: 60,
      label: 'Pins',
      href: '/pins',
      may: ['pins.view'],
      group: 'pins',
      also: 'scratch card result checker registration pin token',
    },
  ],
  personalData: pinPersonalData,
  dashlets: pinDashlets,
  reports: pinReports,
} satisfies Feature;
