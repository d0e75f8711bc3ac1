import { createHash } from 'node:crypto';
import type { Cell } from '#kernel/directory.ts';
import { colorSchemeScript } from '#ui/theme/color-scheme-script.ts';

/** A whole page of the directory: plain HTML in the look of the pages for signing in. */
export function pagesOf(css: string, cells: Cell[]) {
  const styles = css.replaceAll('</', '<\\/') + ownStyles;
  const policy = [
    `default-src 'none'`,
    `script-src ${hashOf(colorSchemeScript)}`,
    `style-src ${hashOf(styles)}`,
    // Browsers check where a form's answer leads to as well.
    `form-action 'self' ${cells.map(({ address }) => address).join(' ')}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');

  const page = (title: string, content: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Akada</title><meta name="color-scheme" content="light dark"><script>${colorSchemeScript}</script><style>${styles}</style></head>
<body><div class="frame"><div class="cloth"></div>
<header><a class="brand" href="/">${mark}<span>Akada</span><span class="visually-hidden">, home page</span></a></header>
<main id="main" class="sheet"><h1>${title}</h1>${content}</main>
<footer class="foot">Akada · school and institution management</footer></div></body></html>`;

  const regions = (path: string) =>
    `<ul class="regions">${cells
      .map(({ address, name }) => `<li><a href="${escaped(address + path)}">${escaped(name)}</a></li>`)
      .join('')}</ul>`;

  return {
    policy,

    signIn(typed = '', problem = '') {
      const described = problem && ' aria-invalid="true" aria-describedby="problem"';
      return page(
        'Sign in',
        `<div class="body"><form class="form" method="post" action="/"><div class="field">
<label for="identifier">Username, e-mail or phone</label>
<input id="identifier" name="identifier" value="${escaped(typed)}" maxlength="200" autocomplete="username"
autocapitalize="none" spellcheck="false" aria-required="true" autofocus${described}>
${problem && `<p class="error" id="problem">${problem}</p>`}</div>
<button class="submit">Continue</button></form></div><div class="footer"><a href="/regions">Choose a region instead</a></div>`,
      );
    },

    /** The same for everyone, so it reveals nothing about accounts. */
    regions: () =>
      page(
        'Choose your region',
        `<p class="description">Where is your school? If you have accounts in several regions, sign in to each one separately.</p>
<div class="body">${regions('/sign-in')}</div>`,
      ),

    lost: (url: string) =>
      page(
        'This page was not found',
        `<p class="description">Pages and codes belong to a region. Try the one where the school is.</p>
<div class="body">${regions(url)}</div><div class="footer"><a href="/">Sign in</a></div>`,
      ),

    trouble: (message: string) =>
      page('Try again', `<p class="description">${message}</p><div class="body">${regions('/sign-in')}</div>`),
  };
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const mark =
  '<svg width="32" height="32" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><rect width="24" height="24" rx="6" fill="var(--cloth)"/><g fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round"><circle cx="12" cy="12" r="7" stroke-dasharray="0.1 3.56" stroke-width="2"/><path d="M12 15.2a3.2 3.2 0 1 1 3.2-3.2"/></g><circle cx="12" cy="12" r="1.3" fill="#e3b341"/></svg>';

const ownStyles =
  '.regions{margin:0;padding:0;list-style:none}.regions li+li{border-top:1px solid var(--line)}.regions a{display:block;padding:12px 0;overflow-wrap:anywhere}';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => entities[letter]!);
