import type { HeadTag } from '#kernel/app-tags.ts';

/** The tags that make a page installable. */
export const AppTags = ({ tags }: { tags: HeadTag[] }) =>
  tags.map(([Tag, attributes]) => <Tag key={Object.values(attributes).join(' ')} {...attributes} />);
