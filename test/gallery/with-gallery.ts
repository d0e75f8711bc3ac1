import { assemble } from '#product/assemble.ts';
import { features } from '#product/features.ts';
import type { Product } from '#web/feature.ts';
import { galleryFeature } from './gallery.feature.ts';

/** The product with the gallery of the kit, for developers and tests. */
export const withGallery = (): Product => assemble([...features, galleryFeature]);
