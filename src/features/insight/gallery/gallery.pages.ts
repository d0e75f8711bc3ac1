import { page } from '#web/page.ts';

export const gallery = page<{ section?: string }>('gallery/gallery');

/** A separate page that the gallery shows in a modal. */
export const galleryForm = page<{ used?: string[] }>('gallery/form');
