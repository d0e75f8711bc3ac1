/** What to say where another page or post has the address. */
export const addressTaken = (values: object): Record<string, [string, string]> => ({
  site_pages_institution_id_slug_key: ['slug', `Another page has the address ${slugIn(values)}. Choose another one.`],
  site_posts_institution_id_slug_key: ['slug', `Another post has the address ${slugIn(values)}. Choose another one.`],
});

const slugIn = (values: object) => String((values as { slug?: string }).slug);
