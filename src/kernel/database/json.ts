/** JSON in UTF-8, which a page sends unchanged. */
export class Json<T> {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** Of an object, some of whose values are JSON already. */
  static of<T extends object>(object: WithJson<T>): Json<T> {
    const parts: Buffer[] = [];
    for (const [name, value] of Object.entries(object) as [string, unknown][]) {
      if (value === undefined) continue;
      parts.push(Buffer.from(`${parts.length ? ',' : '{'}${JSON.stringify(name)}:`));
      parts.push(value instanceof Json ? value.bytes : Buffer.from(JSON.stringify(value)));
    }
    return new Json(Buffer.concat([...parts, Buffer.from(parts.length ? '}' : '{}')]));
  }

  parse(): T {
    return JSON.parse(this.bytes.toString()) as T;
  }
}

/** What a page is given: any of its values may be JSON from the database. */
export type WithJson<Props> = { [Key in keyof Props]: Props[Key] | Json<Props[Key]> };
