import type { Socket } from 'node:net';
import pg from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';

/** Receives rows as PostgreSQL sent them, before any field becomes a string. */
export interface RowSink {
  /** At `at` the number of fields, then each with its length. The bytes are reused after this returns. */
  row(bytes: Buffer, at: number, length: number): void;
}

interface Message {
  name: string;
}
interface Insides {
  connection: {
    stream: Socket;
    attachListeners(stream: NodeJS.ReadableStream): void;
    emit(name: string, message: Message): void;
  };
  _getActiveQuery(): { sink?: RowSink } | null;
  /** Sends what waits. */
  _pulsePipelinedQueryQueue(): void;
}

const dataRow = 'D'.charCodeAt(0);
const taken: Message = { name: 'taken' };

/** pg's own parser, except that a query with a sink gets its rows unparsed. */
class SinkingParser extends (Parser as unknown as new () => {
  parse(chunk: Buffer, tell: (message: Message) => void): void;
  handlePacket(at: number, code: number, length: number, bytes: Buffer): Message;
}) {
  readonly #sinkNow: () => RowSink | undefined;

  constructor(sinkNow: () => RowSink | undefined) {
    super();
    this.#sinkNow = sinkNow;
  }

  override handlePacket(at: number, code: number, length: number, bytes: Buffer): Message {
    const sink = code === dataRow ? this.#sinkNow() : undefined;
    if (!sink) return super.handlePacket(at, code, length, bytes);
    sink.row(bytes, at, length);
    return taken;
  }
}

/** pg's client, whose queries can receive rows as bytes. Queries that are issued together are sent in one packet. */
export class WireClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const insides = this as unknown as Insides;
    const { connection } = insides;
    connection.attachListeners = (stream) => {
      const parser = new SinkingParser(() => insides._getActiveQuery()?.sink);
      const tell = (message: Message) => {
        if (message !== taken) connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message);
      };
      stream.on('data', (chunk: Buffer) => parser.parse(chunk, tell));
    };
    const send = insides._pulsePipelinedQueryQueue.bind(this);
    let isHeld = false;
    insides._pulsePipelinedQueryQueue = () => {
      if (!isHeld) {
        const { stream } = connection;
        isHeld = true;
        stream.cork();
        process.nextTick(() => {
          isHeld = false;
          stream.uncork();
        });
      }
      send();
    };
  }
}
