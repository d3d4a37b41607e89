/** What callers were told, one line of JSON each, in a file outside of everything that is killed. */
import { appendFileSync, readFileSync } from 'node:fs'

/** What a call of somebody needs beside its input. */
export interface Credentials {
  token: string
  unique: string
  csrf: { name: string; token: string }
}

/** One acknowledged thing. `who` is the caller. */
export type Entry = { who: string } & (
  | ({ what: 'session' } & Credentials)
  | { what: 'order'; id: string }
  | { what: 'submitted'; id: string }
  | { what: 'payment'; id: string; order: string }
  | { what: 'paid'; order: string }
  | { what: 'policy'; id: string; number: string; order: string }
  | { what: 'claim'; id: string }
  | { what: 'case'; id: string; caseNumber: string }
  /** The receipt of an upload; `sha256` is that of the bytes as sent. */
  | { what: 'document'; id: string; claim: string; sha256: string }
  /** Bytes that the API gave for a call. */
  | { what: 'file'; path: string; input: Record<string, string>; sha256: string }
)

/** Written at once, so that it also outlives the test. */
export class Journal {
  readonly #file: string
  constructor(file: string) {
    this.#file = file
  }
  note(entry: Entry): void {
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`)
  }
  read(): Entry[] {
    return readFileSync(this.#file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Entry)
  }
}
