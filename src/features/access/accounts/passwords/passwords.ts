import { hash, verify } from '@node-rs/argon2';
import { ValidationError } from '#kernel/errors.ts';
import { takeTurns } from '#kernel/export/turns.ts';

// argon2id with OWASP's recommended parameters: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const shortestPassword = 10;
const longestPassword = 500;

/** One of Node's four threads stays free for pages and files, however many people sign in at once. */
const inTurn = takeTurns(3);
const noEnd = new AbortController().signal;

export const hashPassword = (password: string): Promise<string> =>
  inTurn(noEnd, () => hash(password.normalize('NFC'), cost));

let dummyHash: Promise<string> | undefined;

/**
 * Whether the password matches the hash. Takes equally long without a hash, so that it does not reveal which accounts
 * exist.
 */
export async function isPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('nobody signs in with this');
  const known = passwordHash ?? (await dummyHash);
  const isRight = await inTurn(noEnd, () => verify(known, password.normalize('NFC')));
  return Boolean(passwordHash) && isRight;
}

/** Refuses passwords that are easy to guess. */
export function checkPassword(field: string, password: string, username: string): void {
  const plain = password.normalize('NFC').toLowerCase();
  if (plain.length < shortestPassword) {
    throw new ValidationError(
      field,
      `Use at least ${shortestPassword} characters. Several words in a row are easy to remember.`,
    );
  }
  if (plain.length > longestPassword) throw new ValidationError(field, `Use at most ${longestPassword} characters.`);
  if (plain.includes(username.toLowerCase()))
    throw new ValidationError(field, 'Don’t include your username in the password.');
  if (new Set(plain).size < 4 || commonPasswords.has(plain.replace(/[^a-z0-9]/g, ''))) {
    throw new ValidationError(field, 'This password is too common and easy to guess. Choose a different one.');
  }
}

/** Common passwords of ten characters or more, without punctuation: the first ones attackers try. */
const commonPasswords: ReadonlySet<string> = new Set(
  `1234567890 12345678910 0123456789 123456789a 1234567891 0987654321 9876543210 1122334455 1q2w3e4r5t 1q2w3e4r5t6y
  q1w2e3r4t5 q1w2e3r4t5y6 1qaz2wsx3edc zaq12wsxcde3 qazwsxedcrfv qwertyuiop qwertyuiopasdf qwerty12345 qwerty123456
  qwerty1234567890 asdfghjkl1 asdfghjklqwerty zxcvbnm123 abcdefghij abcdefghijk abc1234567 abcd123456 abc123456789
  a123456789 a1234567890 aa12345678 aa123456789 password12 password123 password1234 password12345 password123456
  password2024 password2025 password2026 password2027 passwordpassword mypassword mypassword1 mypassword123 p4ssw0rd123
  passw0rd123 passw0rd1234 welcome123 welcome1234 welcome12345 welcome2024 welcome2025 welcome2026 letmein123 letmein1234
  iloveyou12 iloveyou123 iloveyou1234 iloveyouso iloveyouforever iloveyou2 iloveyouall iloveyoubaby ilovemymum
  iloveschool ilovejesus ilovejesus1 jesuschrist jesusislord jesusislord1 jesuslovesme jesus12345 godisgood1 godisgood123
  godislove1 godislove123 godisgreat godisgreat1 godbless123 blessing123 blessed123 allahuakbar alhamdulillah bismillah1
  bismillah786 admin12345 admin123456 administrator administrator1 administrator123 adminadmin administrator12 root123456
  changeme123 changemenow changeme1234 default123 secret1234 secret12345 superman123 batman12345 football123 football1234
  basketball basketball1 chelsea123 chelsea1234 arsenal123 arsenal1234 manchester manchester1 manchesterunited
  liverpool1 liverpool123 liverpool12 barcelona1 barcelona123 realmadrid realmadrid1 cristiano7 michael123 princess123
  princess12 sunshine123 sunshine12 monkey12345 dragon12345 nigeria123 nigeria1234 nigeria2024 nigeria2025 nigeria2026
  naija12345 lagos12345 lagos123456 ilorin1234 school1234 school12345 school123456 student123 student1234 student12345
  teacher123 teacher1234 teacher12345 principal1 principal123 registrar1 registrar123 bursar12345 computer123 computer12
  internet123 samsung123 samsung1234 whatever123 trustno1234 michaeljackson 1111111111 11111111111 0000000000 5555555555
  7777777777 8888888888 9999999999 1212121212 123123123123 1231231230 123321123321 1234512345 123456123456 12345678901
  123456789012 1234567890123 147258369a 1472583690 159753159753 147852369a 7418529630 0147258369 1029384756 aaaaaaaaaa
  asdasdasdasd qweqweqweqwe abcabcabcabc testtesttest test123456 test1234567 guest12345 akadaakada akada12345`.split(
    /\s+/,
  ),
);
