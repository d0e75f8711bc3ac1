import type { ComponentType } from 'react';
import { PageHeader } from '#ui/page-header.tsx';
import classes from './gallery.module.css';

interface Section {
  default: ComponentType;
  /** Shown above the section and in the table of contents. */
  title: string;
}

const sections = Object.entries(import.meta.glob<Section>('../sections/*.tsx', { eager: true }))
  .map(([file, { default: Content, title }]) => ({ name: /([^/]+)\.tsx$/.exec(file)![1]!, title, Content }))
  .sort((one, other) => one.title.localeCompare(other.title));

/** A section a file of ../sections, under an anchor of the file's name. */
export default function GalleryPage() {
  return (
    <>
      <PageHeader title="Gallery" description="Every component in its states." />
      <nav aria-label="Sections" className={classes.contents}>
        <ul>
          {sections.map(({ name, title }) => (
            <li key={name}>
              <a href={`#${name}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map(({ name, title, Content }) => (
        <section key={name} id={name} aria-labelledby={`${name}-title`} className={classes.section}>
          <h2 id={`${name}-title`}>{title}</h2>
          <Content />
        </section>
      ))}
    </>
  );
}
