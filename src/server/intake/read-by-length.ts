/** Reads a stream by lengths: a given number of bytes as one buffer, or as they arrive. */
export interface LengthReader {
  /** Undefined when the stream ends earlier. */
  all: (size: number) => Promise<Buffer | undefined>
  /** Throws when the stream ends earlier. */
  take: (size: number) => AsyncGenerator<Buffer>
}

export function lengthReader(source: AsyncIterable<Buffer>): LengthReader {
  const parts = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  async function* take(size: number): AsyncGenerator<Buffer> {
    for (let wanted = size; wanted > 0;) {
      if (rest.length === 0) {
        const next = await parts.next()
        if (next.done) throw new Error('the stream ended before its time')
        rest = next.value
      }
      const part = rest.subarray(0, wanted)
      rest = rest.subarray(part.length)
      wanted -= part.length
      yield part
    }
  }
  return {
    take,
    all: async (size) => {
      const found: Buffer[] = []
      try {
        for await (const part of take(size)) found.push(part)
      } catch {
        return undefined
      }
      return Buffer.concat(found)
    },
  }
}
