import { Icon } from './icon.tsx';
import { useDrawn } from './use-drawn.ts';

interface SearchFormProps {
  id: 'site-search' | 'page-search';
  typed?: string;
}

/** 4.21: in the header from 1151 pixels; below that an icon opens it. */
export function SearchForm({ id, typed = '' }: SearchFormProps) {
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
