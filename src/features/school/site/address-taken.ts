/** Messages for slugs that are taken. */
export const addressTaken = (values: object): Record<string, [string, string]> => ({
  site_pages_institution_id_slug_key: [
    'slug',
    `The address ${slugIn(values)} is already used by another page. Choose another one.`,
  ],
  site_posts_institution_id_slug_key: [
    'slug',
    `The address ${slugIn(values)} is already used by another post. Choose another one.`,
  ],
});

const slugIn = (values: object) => String((values as { slug?: string }).slug);
