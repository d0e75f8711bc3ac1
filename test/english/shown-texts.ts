import { parseAst } from 'vite';

interface Node {
  type: string;
  [key: string]: unknown;
}

export interface ShownText {
  text: string;
  isHeading: boolean;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Modules, types and SQL, whose strings nobody reads. */
const isCode = (node: Node) =>
  /^(?:ImportDeclaration|ExportAllDeclaration|TSLiteralType)$/.test(node.type) ||
  (node.type === 'TaggedTemplateExpression' && /^(?:sql|query)$/.test(nameOf(node['tag'])));

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  return String(node['name'] ?? node['value'] ?? nameOf(node['callee'] ?? node['object']));
}

function textOf(node: Node): string | null {
  if (node.type === 'JSXText') return String(node['value']).replace(/\s+/g, ' ').trim();
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral') return null;
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('${}');
}

const isSql = (text: string) => /^\s*(?:select|with|insert|update|delete)\s[\s\S]*\b(?:from|as|set|into)\b/.test(text);

/** Strings, templates and text between tags that read like words. */
export function shownTexts(file: string, code: string): ShownText[] {
  const texts: ShownText[] = [];
  const walk = (node: unknown, key: string): void => {
    if (Array.isArray(node)) return node.forEach((one) => walk(one, key));
    if (!isNode(node) || isCode(node)) return;
    const text = textOf(node);
    if (text && /[a-z] [a-z]/i.test(text) && !isSql(text))
      texts.push({ text, isHeading: /^(?:title|label|heading|submit)$/.test(key) });
    const isNamed = node.type === 'JSXAttribute' || node.type === 'Property';
    for (const [name, child] of Object.entries(node))
      walk(child, isNamed && name === 'value' ? nameOf(node['key'] ?? node['name']) : '');
  };
  walk(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), '');
  return texts;
}
