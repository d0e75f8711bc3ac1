import type { HTMLAttributes, ReactNode } from 'react';
import { useDocumentParts } from './document-parts.ts';
import type { HeadTag } from '#kernel/app-tags.ts';

/** Attributes of an element, also those of tools and scripts. */
type Attributes<Element> = HTMLAttributes<Element> & Record<`data-${string}`, string | undefined>;

interface DocumentProps {
  title: string;
  /** What else belongs in the head. */
  head?: ReactNode;
  html?: Attributes<HTMLHtmlElement>;
  body?: Attributes<HTMLBodyElement>;
  children: ReactNode;
}

/**
 * Each document that the server draws for visitors: docs/decisions/0054-one-way-to-write-a-page.md. Texts in a style
 * or a script are written as they are, so that their hash holds, except what would close the element.
 */
export function Document({ title, head, html, body, children }: DocumentProps) {
  const { app, csrf, preloads = [], scripts, styles } = useDocumentParts();
  return (
    <html lang="en" {...html}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="csrf-token" content={csrf} />
        <meta name="color-scheme" content="light dark" />
        {head}
        <AppTags tags={app} />
        {preloads.map((file) => (
          <link key={file} rel="modulepreload" href={`/assets/${file}`} />
        ))}
        <style>{styles}</style>
        {scripts.map((file) => (
          <script key={file} type="module" src={`/assets/${file}`} />
        ))}
      </head>
      <body {...body}>{children}</body>
    </html>
  );
}

/** The tags that make a page installable. */
const AppTags = ({ tags }: { tags: HeadTag[] }) =>
  tags.map(([Tag, attributes]) => <Tag key={Object.values(attributes).join(' ')} {...attributes} />);
