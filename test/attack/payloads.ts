import type { Chance } from './random.ts';

/** In every hostile text, so that it is known again wherever it turns up. */
export const mark = 'zq';

/** What extra keys are called and hold: neither may ever be stored. */
export const unknownMark = 'zunknown';
export const unknownNumber = 77_012_345;

/** What a template, or a shell, would make of 7*191 between two marks. */
export const computed = 'zq1337zq';

/** How long a database would sleep that runs what it is sent. */
export const sleepSeconds = 7;

const zalgo = '\u0301\u0335\u0489'.repeat(20);

const texts = {
  sql: [
    `zq' or '1'='1`,
    `zq'; drop table students; --`,
    `zq'||(select pg_sleep(${sleepSeconds}))||'`,
    `1;select pg_sleep(${sleepSeconds})--zq`,
    `1) or 1=(select 1 from pg_sleep(${sleepSeconds}))--zq`,
    `zq\\'; update accounts set is_group_administrator=true; --`,
    `zq" or ""="`,
    `zq%' or name like '%`,
    `zq_%\\`,
    `$$zq$$; $1 $2 ?`,
    `zq' union select null, version()--`,
    `zq/**/or/**/1=1`,
    `{zq,"}`,
  ],
  html: [
    `<script>zq()</script>`,
    `</script><svg onload=zq()>`,
    `"><img src=x onerror=zq()>`,
    `'-zq()-'`,
    `<!--zq<script>`,
    `javascript:zq()//`,
    `]]><zq>`,
    `\\u003cscript>zq()`,
    `&lt;b&gt;zq`,
    `<zq\u2028onx=1>`,
    '`zq`',
    `[zq](javascript:zq())`,
  ],
  path: [
    `../../../../../../etc/passwd`,
    `..\\..\\zq`,
    `%2e%2e%2f%2e%2e%2fzq`,
    `/etc/passwd`,
    `file:///etc/passwd`,
    `....//....//zq`,
    `zq\0.png`,
    `//evil.example/zq`,
    `/\\evil.example/zq`,
    `https://evil.example/zq`,
    `../outside.txt`,
    `.`,
    `..`,
    `C:\\zq`,
    `|zq`,
    `\`zq\``,
  ],
  template: [
    'zq${7*191}zq',
    'zq{{7*191}}zq',
    'zq<%=7*191%>zq',
    'zq#{7*191}zq',
    'zq$(expr 7 \\* 191)zq',
    `zq{{constructor.constructor('return 1')()}}`,
    'zq{seq:99999999999}',
    '{seq:0}{year}{zq}',
    '{seq:-1}zq',
    '%s%n%dzq',
    '{0}zq',
    '$&$1zq$`',
  ],
  formula: [
    '=1+1zq',
    `=HYPERLINK("http://evil.example","zq")`,
    `+cmd|' /C calc'!A0zq`,
    '-2+3zq',
    '@SUM(zq)',
    '\t=1+1zq',
    '\r=1+1zq',
    '\n=1+1zq',
    '＝1+1zq',
    ' =1+1zq',
    '"=1+1zq',
    ';=1+1zq',
    `'=zq`,
  ],
  unicode: [
    'zq\0zq',
    '\0',
    'zq\ud800',
    '\udc00zq',
    'zq\udfff\ud800zq',
    '\u202Ezq\u202D',
    `zq${zalgo}`,
    'zq\u200B\u200D\uFEFF',
    'zq\u2028\u2029',
    'zq\uFFFE\uFFFF',
    'zq\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
    'ZQİIıß',
    'zq\u0344\u0958\uFB1D',
    '\uFDFAzq',
    'zq\x1b[31m\x07\x08',
    '\u3164',
    '\u00A0',
    'zq\r\nX-Injected: 1',
    '１２３',
    '٣',
    'zq@ｅxample.com',
    'İ.zq@example.com',
  ],
} as const;

export type TextKind = keyof typeof texts;

export const textKinds = Object.keys(texts) as TextKind[];

/** A hostile text; mostly with a number of its own, so that what must be unique can be taken twice. */
export function hostile(kind: TextKind, chance: Chance, at: number): string {
  const text = chance.pick(texts[kind]);
  return chance.is(0.7) ? `${text}${at}` : text;
}
