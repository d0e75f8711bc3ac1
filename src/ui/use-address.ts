import { router, usePage } from '@inertiajs/react';
import { href, type Params, withParams } from './href.ts';

interface GoOptions {
  /** Do not add an entry to the history (typing in a search field). */
  replace?: boolean;
  /** Fetch only these props of the page. */
  only?: string[];
}

/** The address of the page in view: links that keep the institution, and changes of its own parameters. */
export function useAddress() {
  const url = usePage().url.split('#', 1)[0]!;
  const search = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  const here = (changes: Params) => withParams(url, { after: null, ...changes });
  return {
    url,
    search: new URLSearchParams(search),
    href: (path: string, params: Params = {}) => href(path, params, search),
    here,
    go: (changes: Params, { replace = false, only = [] }: GoOptions = {}) =>
      router.get(here(changes), {}, { replace, only, preserveState: true, preserveScroll: true }),
  };
}
