import { serialize } from 'pg-protocol';
import type { JsonColumns } from './json-columns.ts';
import { Scratch } from './scratch.ts';
import type { Connection } from './pipeline.ts';

/** Collects the messages of one packet; takes the place of the connection in pg's query. */
export class Packet {
  readonly parsedStatements: Connection['parsedStatements'];
  readonly submittedNamedStatements: Connection['submittedNamedStatements'];
  /** How to write the rows of a named statement; known columns need no description. */
  readonly columns = new Map<string, JsonColumns>();
  readonly scratch = new Scratch();
  #messages: Buffer[] = [];

  constructor(connection: Connection) {
    this.parsedStatements = connection.parsedStatements;
    this.submittedNamedStatements = connection.submittedNamedStatements;
  }

  parse = (config: object) => this.add(serialize.parse(config as never));
  bind = (config: object) => this.add(serialize.bind(config));
  describe = (config: object) => this.add(serialize.describe(config as never));
  execute = (config: object) => this.add(serialize.execute(config));
  close = (config: object) => this.add(serialize.close(config as never));
  // One Sync ends the whole packet, not each statement.
  sync = () => {};

  add(message: Buffer): void {
    this.#messages.push(message);
  }

  take(): Buffer {
    const all = Buffer.concat([...this.#messages, serialize.sync()]);
    this.#messages = [];
    return all;
  }
}

const packets = new WeakMap<Connection, Packet>();

export function packetOf(connection: Connection): Packet {
  const known = packets.get(connection);
  if (known) return known;
  const made = new Packet(connection);
  packets.set(connection, made);
  return made;
}
