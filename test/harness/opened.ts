import type { createApp } from '#product/app.ts';

/** Whether the form of an address edits a record: its body says what it was opened with. */
export function isEdit(app: Awaited<ReturnType<typeof createApp>>, url: string): boolean {
  const path = url.split('?', 1)[0]!;
  const posts = app.declaredRoutes.filter(({ method }) => [method].flat().includes('POST'));
  const route =
    posts.find(({ url: one }) => one === path) ??
    posts.find(({ url: one }) => new RegExp(`^${one.replace(/:\w+/g, '[^/]+')}$`).test(path));
  const body = (route?.schema as { body?: { shape?: object } } | undefined)?.body;
  return Boolean(body?.shape && 'opened' in body.shape);
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
