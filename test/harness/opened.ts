import type { createApp } from '#product/app.ts';

type App = Awaited<ReturnType<typeof createApp>>;

/** Whether the form of an address edits a record: its body says what it was opened with. */
export function isEdit(app: App, url: string): boolean {
  const path = url.split('?', 1)[0]!;
  const posts = postsOf(app);
  return (posts.find((one) => one.url === path) ?? posts.find(({ pattern }) => pattern.test(path)))?.isEdit ?? false;
}

interface Post {
  url: string;
  pattern: RegExp;
  isEdit: boolean;
}

const postsByApp = new WeakMap<App, Post[]>();

/** Asked with every request: to make the patterns of all routes costs more than most requests. */
function postsOf(app: App): Post[] {
  const known = postsByApp.get(app);
  if (known) return known;
  const posts = app.declaredRoutes
    .filter(({ method }) => [method].flat().includes('POST'))
    .map(({ url, schema }) => {
      const body = (schema as { body?: { shape?: object } } | undefined)?.body;
      return {
        url,
        pattern: new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`),
        isEdit: Boolean(body?.shape && 'opened' in body.shape),
      };
    });
  postsByApp.set(app, posts);
  return posts;
}

/**
 * What the form that is sent to an address was opened with, from the page of that form; nothing where the person may
 * not open it. `propsAt` gives the props of a page, or null.
 */
export async function openedAt(
  url: string,
  body: object,
  propsAt: (form: string) => Promise<Record<string, unknown> | null>,
): Promise<Record<string, unknown>> {
  const { institutionId, entity } = body as { institutionId?: number; entity?: string };
  const query = new URLSearchParams({
    ...(institutionId && { institution_id: String(institutionId) }),
    ...(entity && { entity }),
  });
  for (const form of [`${url}/edit?${query}`, `${url}?${query}`]) {
    const props = await propsAt(form);
    if (props) return (props['opened'] as Record<string, unknown> | undefined) ?? {};
  }
  return {};
}
