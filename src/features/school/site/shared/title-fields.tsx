import { useState } from 'react';
import { TextField } from '#ui/forms/fields.tsx';
import { slugOf } from '../slug.ts';

interface TitleFieldsProps {
  title?: string;
  slug?: string;
  maxLength: number;
  /** The address before the slug: '/sites/ilorin/news/'. */
  base: string;
}

/** A title and an address, which follows the title until it is edited. */
export function TitleFields({ title, slug, maxLength, base }: TitleFieldsProps) {
  const [typed, setTyped] = useState(slug ?? '');
  const [isOwn, setIsOwn] = useState(slug !== undefined);
  return (
    <>
      <TextField
        name="title"
        label="Title"
        defaultValue={title}
        maxLength={maxLength}
        autoFocus={title === undefined}
        autoComplete="off"
        onChange={(event) => !isOwn && setTyped(slugOf(event.target.value))}
      />
      <TextField
        name="slug"
        label="Address"
        value={typed}
        maxLength={80}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.target.value);
          setIsOwn(event.target.value !== '');
        }}
        help={`${base}${typed || '…'}`}
      />
    </>
  );
}
