import type { ReactNode } from 'react';
import { useDrawn } from './use-drawn.ts';
import { fileOf, sourcesOf } from '../picture-files.ts';
import type { PostRow, Picture as Stored } from '../news.queries.ts';

/** Tabler's drawings as text: those of the frame, then those of features (items/feature-icons.ts). */
const files = import.meta.glob<string>(
  [
    '../../../../../../node_modules/@tabler/icons/icons/outline/{arrow-right,arrow-up,login-2,mail,map-pin,menu-2,news,phone,rss,search}.svg',
    '../../../../../../node_modules/@tabler/icons/icons/outline/{school,book,books,chalkboard,certificate,trophy,microscope,flask}.svg',
    '../../../../../../node_modules/@tabler/icons/icons/outline/{atom,calculator,code,device-laptop,language,music,palette}.svg',
    '../../../../../../node_modules/@tabler/icons/icons/outline/{ball-football,swimming,users,heart,shield-check,stethoscope}.svg',
    '../../../../../../node_modules/@tabler/icons/icons/outline/{tools,tools-kitchen-2,bed,bus,building,plant,bulb,calendar,world}.svg',
  ],
  { query: '?raw', import: 'default', eager: true, exhaustive: true },
);

const outlines = new Map(
  Object.entries(files).map(([file, drawing]) => [/([\w-]+)\.svg$/.exec(file)![1], outlineOf(drawing)]),
);

/** All paths of a drawing as one; the first is an empty background. */
function outlineOf(drawing: string): string {
  const shapes = drawing.match(/<path [^>]*\/>/g) ?? [];
  const outline = shapes.filter((shape) => !shape.includes('stroke="none"'));
  return outline.map((shape) => /\bd="([^"]+)"/.exec(shape)![1]).join('');
}

/** An icon by name; unknown names get the school icon. */
export const Icon = ({ name, size = 20 }: { name: string; size?: number }) => (
  <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <path d={outlines.get(name) ?? outlines.get('school')} />
  </svg>
);

/** A link that leads on, with an arrow. */
export const MoreLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className="more" href={href}>
    {children} <Icon name="arrow-right" size={18} />
  </a>
);

/** 'Read more' is too vague for screen reader users who list links. */
export const LinkWords = ({ label, title }: { label: string; title: string }) => (
  <>
    {label}
    <span className="visually-hidden">: {title}</span>
  </>
);

/** 4.21: in the header from 1151 pixels; below that an icon opens it. */
export function SearchForm({ id, typed = '' }: { id: 'site-search' | 'page-search'; typed?: string }) {
  const { to, place } = useDrawn();
  return (
    <form
      id={id}
      className={`search ${id}`}
      role="search"
      aria-label={id === 'site-search' ? 'Site' : 'Search again'}
      action={to.search}
    >
      <label className="visually-hidden" htmlFor={`${id}-q`}>
        Search news, programmes and pages
      </label>
      <input
        id={`${id}-q`}
        type="search"
        name="q"
        defaultValue={typed}
        maxLength={100}
        placeholder="Search"
        autoComplete="off"
        required
      />
      {place.isPreview && <input type="hidden" name="preview" value="1" />}
      <button aria-label="Find">
        <Icon name="search" size={18} />
      </button>
    </form>
  );
}

interface PictureProps {
  picture: Stored;
  /** The displayed width, for the `sizes` attribute. */
  sizes: string;
  /** Whether it is the first picture in view; all others load lazily. */
  isFirst?: boolean;
}

const types = { avif: 'image/avif', webp: 'image/webp' } as const;

/** Whether there is anything to show of it. */
export const isShown = (picture: Stored | null): picture is Stored => picture !== null && fileOf(picture) !== null;

/** A responsive picture with reserved space while it loads. */
export const Picture = ({ picture, sizes, isFirst = false }: PictureProps) => (
  <picture>
    {(['avif', 'webp'] as const).map((format) => {
      const files = sourcesOf(picture, format);
      return files && <source key={format} type={types[format]} srcSet={files} sizes={sizes} />;
    })}
    <img
      src={fileOf(picture)!}
      alt={picture.alt}
      width={picture.width}
      height={picture.height}
      {...(isFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const, decoding: 'async' as const })}
    />
  </picture>
);

interface PostPictureProps extends Pick<PostRow, 'picture'> {
  sizes: string;
  /** The size of the icon of a post without a picture. */
  icon: number;
}

export const PostPicture = ({ picture, sizes, icon }: PostPictureProps) =>
  isShown(picture) ? (
    <Picture picture={picture} sizes={sizes} />
  ) : (
    <div className="no-picture">
      <Icon name="news" size={icon} />
    </div>
  );
