import { sizes } from './sizes.ts';
import { schemes, type Screen } from './take-screens.ts';

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A page with all pictures in rows, which finds a screen by its name. */
export function contactSheet(screens: Screen[]): string {
  const columns = sizes.flatMap(({ width }) => schemes.map((scheme) => `${width} ${scheme}`));
  const rows = screens.map(
    ({ page, role, path, files }) => `<section data-name="${escape(`${page} ${role}`.toLowerCase())}">
<h2>${escape(page)} <small>${escape(role)}, ${escape(path)}</small></h2>
<div>${files.map((file, at) => `<a href="${file}"><img loading="lazy" src="${file}" alt="${escape(`${page}, ${columns[at]}`)}"></a>`).join('')}</div>
</section>`,
  );
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${screens.length} screens</title>
<style>
body { font: 14px system-ui, sans-serif; margin: 16px; background: #808080; color: #fff }
h1, h2 { font-size: 15px; margin: 16px 0 6px } small { font-weight: 400; opacity: .8 }
input { font: inherit; padding: 6px 10px; width: 24em; position: sticky; top: 8px }
section > div { display: flex; gap: 8px; align-items: flex-start; overflow-x: auto }
img { height: 340px; display: block } [hidden] { display: none }
</style>
<h1>${screens.length} screens</h1>
<input type="search" placeholder="Find a screen" aria-label="Find a screen">
${rows.join('\n')}
<script>
document.querySelector('input').addEventListener('input', ({ target }) => {
  for (const row of document.querySelectorAll('section')) row.hidden = !row.dataset.name.includes(target.value.toLowerCase());
});
</script>
</html>
`;
}
