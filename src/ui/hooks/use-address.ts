import { router } from '@inertiajs/core';
import { usePage } from './use-page.ts';
import { href, type Params, withParams } from '../href.ts';

interface GoOptions {
  /** Replaces the history entry (while typing in a search field). */
  replace?: boolean;
  /** Fetches only these props of the page. */
  only?: string[];
}

/** The current URL: makes links that keep the institution, and changes parameters. */
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
