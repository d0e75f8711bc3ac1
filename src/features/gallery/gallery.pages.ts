import { page } from '#web/page.ts';

export const gallery = page<object>('gallery/gallery');

/** A page of its own that the gallery shows in a modal. */
export const galleryForm = page<object>('gallery/form');
