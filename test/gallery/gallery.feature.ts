import type { Feature } from '#web/feature.ts';
import { galleryRoutes } from './gallery.routes.ts';

export const galleryFeature = {
  name: 'gallery',
  routes: [galleryRoutes],
} satisfies Feature;
