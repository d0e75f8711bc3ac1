import type { ComponentType } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { byPartName } from '../part-name.ts';
import { DocumentContext, type DocumentParts } from './document-parts.ts';
import { JsonScript } from './json-script.tsx';
import { Trusted, type TrustedHtml } from './trusted.tsx';
import { wholePage } from './whole-page.tsx';

/** What draws a page on the server. With its script's file, the browser brings the page to life (hydrate.ts). */
export type Renderer = (props: object, file: string | null) => string;
/** What draws a document with its page. */
export type DocumentRenderer = (props: object, parts: DocumentParts) => string;

type Module = { default: ComponentType<object> };
const files = byPartName({
  ...import.meta.glob<Module>('../../features/*/*/**/*.public.tsx'),
  ...import.meta.glob<Module>('../../features/*/*/**/*.document.tsx'),
});

/** The server's bundle: Vite builds this file and the public pages into plain JavaScript, which Node can run. */
export async function rendererOf(name: string): Promise<Renderer> {
  const Page = await find(`${name}.public`);
  return (props, file) =>
    renderToStaticMarkup(
      <>
        <Trusted className="wide text-page" id="page" html={renderToString(wholePage(Page, props)) as TrustedHtml} />
        {file && <JsonScript type="application/json" id="page-data" value={{ file, props }} />}
      </>,
    );
}

export async function documentOf(name: string): Promise<DocumentRenderer> {
  const Page = await find(`${name}.document`);
  return (props, parts) =>
    `<!doctype html>${renderToStaticMarkup(
      <DocumentContext value={parts}>
        <Page {...props} />
      </DocumentContext>,
    )}`;
}

async function find(name: string) {
  const load = files.get(name);
  if (!load) throw new Error(`There is no public page ${name}.`);
  return (await load()).default;
}
