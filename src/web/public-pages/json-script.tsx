interface JsonScriptProps {
  type: 'application/json' | 'application/ld+json';
  id?: string;
  value: object;
}

/** Data in a script that browsers do not run; nothing in it can close it. */
export const JsonScript = ({ value, ...attributes }: JsonScriptProps) => (
  <script {...attributes}>{JSON.stringify(value).replaceAll('<', '\\u003c')}</script>
);
