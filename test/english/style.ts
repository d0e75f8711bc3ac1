/*
 * The style of the product's English: what it doesn't say, what it says instead, and why. `english.test.ts` checks it
 * over screens, messages, refusals and documents. Add a rule for a kind of fault, not for one sentence.
 */
type Substitution = [find: RegExp, instead: string];

export interface Kind {
  why: string;
  rules: Substitution[];
}

/** What only screens don't say: documents use the terms of code. */
export const onScreens: Kind = { why: 'A term of code.', rules: [[/\bdashlets?\b/i, 'card']] };

/** Checked in every text that people read, and in documents. */
export const kinds: Kind[] = [
  {
    why: 'A translated idiom: write what a native colleague would say.',
    rules: [
      [/\bgo(?:es)? on\b|\bwent on\b/i, 'continue'],
      [/\b(?:start(?:s|ed)? )?afresh\b|\banew\b/i, 'start over, again'],
      [/\bmend(?:ed|ing)?\b(?!el)/i, 'fix, correct'],
      [/grown old/i, 'has expired'],
      [/good rows/i, 'valid rows'],
      [/\bmeanwhile\b/i, 'since, in the meantime'],
      [/\ball the same\b/i, 'anyway'],
      [/\bfor good\b/i, 'permanently'],
      [/\bby (?:itself|themselves)\b/i, 'automatically, separately'],
      [/\bby now\b/i, 'now'],
      [/\bis at work\b/i, 'is running, in progress'],
      [/\blie(?:s)? (?:behind|in|there)\b/i, 'is after, falls in'],
      [/\bstand(?:s)? (?:in|on|under|beside|for|there)\b/i, 'is in, is listed under, means'],
      [/\b(?:comes|is there) twice\b|\bin this list twice\b/i, 'appears twice'],
      [/hang in the air|in its way\b/i, 'be left without, couldn’t be placed'],
      [/\bhung up\b/i, 'closed the connection'],
      [/too long to be undone/i, 'the undo period has ended'],
      [/here already|already here|is here since/i, 'already exists'],
      [/\bto who(?:m)?\b|\bfor whom\b|\bof whom\b|\bby whom\b/i, 'name the people: recipients, approver, author'],
      [/brings you here|lasting information|what you find at|left in the first/i, 'plain words'],
      [/\bas it shall\b|\bshall\b/i, 'will, must'],
      [/come back and leave|leave and come back|let employees leave/i, 'record employee exits and rehires'],
      [/\bis founded\b|found institution/i, 'add institution'],
      [/hand a person all|all that is kept of/i, 'export a person’s data'],
      [/in the order in which|in which they/i, 'in order of'],
    ],
  },
  {
    why: 'A relative clause as a noun: name the thing or the people.',
    rules: [
      [/\bwhoever\b/i, 'anyone who, people with'],
      [/who looked|at what\b|any who looked|nobody has looked/i, 'access log, data type, anyone'],
      [
        /^what (?:the|it|is|was|each|this) (?!.*\?)(?:\S+ ){1,5}(?:is|was|says?|about|given|costs?|allows?)$/i,
        'a noun: source, price, discounts',
      ],
      [/what is taught, one/i, 'subject (singular)'],
      [/cut to a portrait|of whom it shows|send many photos/i, 'cropped, named with the admission number'],
      [/seen by few/i, 'restricted'],
    ],
  },
  {
    why: 'An unclear instruction: name the act and its object.',
    rules: [
      [/(?:^|[.:;] )say (?:who|what|why|how|which|where|between|once)\b/i, 'enter a reason, choose, set, describe'],
      [/\bgive(?:s)? (?:or take|role|it here)\b|take away/i, 'add role, remove, enter it here'],
      [/look at (?:the columns|it again|them again|the preview|the new)/i, 'review'],
      [/\blook into\b/i, 'review'],
      [/^(?:there|none) now$/i, 'current, not assigned'],
      [/click here/i, 'name the link'],
      [/\bpress (?:a|the|its) (?:row|day|heading|link|cell)\b/i, 'click'],
      [/tidy names/i, 'fix capitalisation'],
      [/declare void/i, 'void certificate'],
      [/^leads to$|slides on top|next on promotion/i, 'link, hero slides, promotes to'],
    ],
  },
  {
    why: 'A refusal says what is wrong and what to do next.',
    rules: [
      [/nothing (?:matches|was found|found for)/i, 'no results; name the filter to remove'],
      [/may do this|no such \w+, or you may not/i, 'you don’t have permission, not found'],
      [/is not right\b/i, 'incorrect'],
      [/must be there\b/i, 'is required'],
      [/somebody like this|looks like somebody/i, 'possible duplicate'],
      [/is here twice|nobody is alike|make one record of two|parted again/i, 'merge records, unmerge'],
      [/never used twice, and none is missing/i, 'sequential and never reused'],
      [/\bhas (?:this|that) name already\b/i, 'a … with this name already exists'],
      [
        /\b(?:is|was|has been) (?:closed|approved|open|reversed|undone|erased|explained|void|published) already\b/i,
        'is already …',
      ],
    ],
  },
  {
    why: 'One word for one thing: see the glossary.',
    rules: [
      [/\bown fields?\b|\bown groups?\b/i, 'custom field, custom group'],
      [/\b(?:some|any|every)body\b/i, 'someone, anyone, everyone'],
      [/\bcashier(?:’s)? days?\b|\btills?\b(?= (?:open|is))|\bclose day\b/i, 'cashier session'],
      [/\bsheets? of marks\b/i, 'mark sheet'],
      [/\bdate of the money\b|\bday of the money\b/i, 'payment date'],
      [/payments in suspense/i, 'unidentified payments'],
      [/\bproviders? of messages\b/i, 'message provider'],
      [/message switches/i, 'automatic messages'],
      [/\b(?:second person|colleague|somebody|someone)(?: has to| must)? agrees?\b|\bagreed by\b/i, 'approve'],
      [/as this device/i, 'system'],
      [/password now$|does not sign in|shuts the sign-in/i, 'current password, no account'],
      [/leads and teaches nothing|\byou lead\b/i, 'class teacher, your own class'],
      [/each figure is a door|rows or faces|it is said here/i, 'click any number, list or grid'],
      [/accents do not matter/i, 'accents are ignored'],
      [/kept in the history/i, 'saved in the history'],
      [/a change acts at|applies at once|at once and\b/i, 'changes apply immediately'],
      [/\b(?:are|is|were|was|be) told\b/i, 'notified'],
      [/\bask(?:s|ed)? for (?:leave|approval|a correction|the balance)\b/i, 'request, check balance'],
      [/\bthis can ?not be undone\b/i, 'this can’t be undone'],
      [/^visitors see (?:this site|the sign-in|\$)/i, 'visitors at the main address see'],
    ],
  },
];

const vowelSound = /^(?!FET\b)(?:[aeio]|u(?!ni[tvoqfsc]|s[aeiu])|hour|honest|heir|[AEFHILMNORSX][A-Z])/;
const wrongArticle = (text: string) =>
  [...text.matchAll(/(?<![.\w])(an?) ([a-z]{2,}|[A-Z]{2,})\b/g)].some(
    ([, article, word]) => !/^(?:one|once|eu|ewe)/.test(word!) && vowelSound.test(word!) !== (article === 'an'),
  );

/** Rules about form alone. */
export const general: { find: (text: string) => boolean; instead: string }[] = [
  { find: (text) => /\S {2,}\S/.test(text), instead: 'one space' },
  { find: (text) => /\S …$|[a-z]\.\.\./.test(text), instead: 'an ellipsis without a space: Saving…' },
  { find: (text) => /[a-z]!$/.test(text), instead: 'no exclamation mark' },
  { find: (text) => /\d %/.test(text), instead: '75%, without a space' },
  {
    find: (text) => /\b([a-z]{2,}) \1\b/i.test(text) && !/\b(?:that that|had had)\b/i.test(text),
    instead: 'the word once',
  },
  { find: wrongArticle, instead: 'a or an, by the sound that follows' },
];

/** Names in the middle of a heading that keep their capital. */
export const properNouns =
  /\b(?:Ada|Akada|Africa|April|Authenticator|Business|English|Excel|Flutterwave|Google|Microsoft|March|Ngozi|Nigeria\w*|Obi|Paystack|Requires Pin|Select|Talking|WhatsApp)\b/g;

/** Turns that make a comment read translated. */
export const inComments = [
  /\bwhoever\b/i,
  /\bnobody[’']s\b/i,
  /\banew\b/i,
  /\b(?:written|writes?) down\b/i,
  /\b(?:is|are) told\b/i,
  /\b(?:for|of|by|from|to) who\b/i,
  /\b(?:he|him|himself)\b/i,
  /\bwhat to mend\b|\bgrown old\b/i,
];

/** Names that say nothing to a reader who has not met them. */
export const names = [
  /\b(?:interface|type|class) (?:House|Bench|Asking)\b/,
  /\blet[A-Z]?-?leave\b|\bletLeave\b|\bcomeBack\b|\bsaveOutcomes\b|\buntell\w*/,
  /\bstanding(?:Of)?\b/,
  /import \{[^}]*\bsaid\b/,
  /\bkept(?:ByActor|ByKey|Query|Name)\b|\bopenHouse\b|\bKeptHead\b/,
];
export const fileNames =
  /(?:^|[/-])(?:kept|standing|let-leave|come-back|write-down|untell\w*|found-institution|house|own-fields)\b/;
