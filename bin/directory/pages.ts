import { createHash } from 'node:crypto';
import { appTags } from '#kernel/app-tags.ts';
import type { Directory } from '#kernel/directory.ts';
import { colorSchemeScript } from '#ui/theme/color-scheme-script.ts';
import { directoryPage } from '#features/access/accounts/accounts.pages.ts';
import type { EntranceParts } from '#web/entrance/entrance-parts.ts';
import type { PropsOfPublic } from '#web/public-pages/public-page.ts';
import type { Assets } from '#web/routes.ts';

type Props = PropsOfPublic<typeof directoryPage>;

/** The pages of the directory: those for signing in, without scripts. */
export async function pagesOf({ cells, keys }: Directory, assets: Pick<Assets, 'entrance' | 'documentOf'>) {
  const styles = assets.entrance.css.replaceAll('</', '<\\/');
  const policy = [
    `default-src 'none'`,
    `script-src ${hashOf(colorSchemeScript)}`,
    `style-src ${hashOf(styles)}`,
    `img-src data:`,
    // Browsers check where a form's answer leads to as well.
    `form-action 'self' ${cells.map(({ address }) => address).join(' ')}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
  const parts: EntranceParts = {
    page: directoryPage.name,
    csrf: '',
    // The others name files that only an installation has.
    app: appTags(keys[0]!).filter(([, { rel, name }]) => rel === 'icon' || name === 'theme-color'),
    styles,
    scripts: [],
    ahead: [],
    flash: {},
  };
  const draw = await assets.documentOf(directoryPage.name);
  const page = (props: Props) => draw(props, parts);
  const regions = (path: string) => cells.map(({ address, name }) => ({ href: address + path, label: name }));
  const other = { href: '/', label: 'Sign in' };

  return {
    policy,

    signIn: (error?: string) =>
      page({
        title: 'Sign in',
        form: { action: '/', csrf: '', message: null, values: {}, errors: error ? { identifier: error } : {} },
        other: { href: '/regions', label: 'Choose a region instead' },
      }),

    /** The same for everyone, so it reveals nothing about accounts. */
    regions: () =>
      page({
        title: 'Choose your region',
        description: 'Where is your school? If you have accounts in several regions, sign in to each one separately.',
        regions: regions('/sign-in'),
        other: { href: '/', label: 'Sign in with your username instead' },
      }),

    lost: (url: string) =>
      page({
        title: 'Page not found',
        description: 'The address may be misspelt. If it is correct, choose the region of the school.',
        regions: regions(url),
        other,
      }),

    trouble: (description: string) => page({ title: 'Try again', description, regions: regions('/sign-in'), other }),
  };
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
