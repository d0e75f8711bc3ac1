/** The buffer for the rows of one connection, reused by every statement. */
export class Scratch {
  bytes = Buffer.allocUnsafe(16 * 1024);

  /** Ensures so many bytes after the first `used`. */
  room(used: number, more: number): Buffer {
    if (this.bytes.length - used >= more) return this.bytes;
    const grown = Buffer.allocUnsafe(2 * (used + more));
    this.bytes.copy(grown, 0, 0, used);
    return (this.bytes = grown);
  }
}
