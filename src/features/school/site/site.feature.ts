import type { Feature } from '#web/feature.ts';
import { approveHostsHourly } from './hosts/approve-hosts.job.ts';
import { publicRoutes } from './public/public.routes.ts';
import { sitePermissions } from './site.policy.ts';
import { siteRoutes } from './site.routes.ts';
import { siteTours } from './site.tour.ts';

export const siteFeature = {
  name: 'site',
  permissions: sitePermissions,
  roles: { ict_administrator: ['site.edit'], principal: ['site.edit'] },
  nouns: { site: 'Site' },
  routes: [siteRoutes, publicRoutes],
  jobs: [approveHostsHourly],
  menuSections: [{ key: 'site', label: 'Website', icon: 'world', place: 80 }],
  menu: [
    { section: 'site', place: 10, label: 'Home page', href: '/site', may: ['site.edit'] },
    { section: 'site', place: 20, label: 'Posts', href: '/site/posts', may: ['site.edit'] },
    { section: 'site', place: 30, label: 'Pages', href: '/site/pages', may: ['site.edit'] },
    { section: 'site', place: 40, label: 'Pictures', href: '/site/pictures', may: ['site.edit'] },
  ],
  tours: siteTours,
  demo: async () => (await import('./load.demo.ts')).siteSteps(),
} satisfies Feature;
