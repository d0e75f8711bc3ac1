import type { ComponentType } from 'react';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { gallery } from '../gallery.routes.ts';
import classes from './gallery.module.css';

interface Section {
  default: ComponentType;
  /** Shown above the section and in the table of contents. */
  title: string;
}

const sections = Object.entries(import.meta.glob<Section>('../sections/*.tsx', { eager: true }))
  .map(([file, { default: Content, title }]) => ({ name: /([^/]+)\.tsx$/.exec(file)![1]!, title, Content }))
  .sort((one, other) => one.title.localeCompare(other.title));

/** A section a file of ../sections, under an anchor of the file's name; `?section=` shows some, as in `modal,upload`. */
export default function GalleryPage({ section }: PropsOf<typeof gallery>) {
  const address = useAddress();
  const named = section?.split(',');
  const shown = sections.filter(({ name }) => !named || named.includes(name));
  return (
    <>
      <PageHeader title="Gallery" description="Every component in its states." />
      <nav aria-label="Sections" className={classes.contents}>
        <ul>
          {sections.map(({ name, title }) => (
            <li key={name}>
              <a href={section ? address.href('/gallery', { section: name }) : `#${name}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {shown.map(({ name, title, Content }) => (
        <section key={name} id={name} aria-labelledby={`${name}-title`} className={classes.section}>
          <h2 id={`${name}-title`}>{title}</h2>
          <Content />
        </section>
      ))}
    </>
  );
}
