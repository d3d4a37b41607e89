/** Types shared by the upload queue and its screens (design §5 "Document", §6.1–6.3). */
import type { ReactNode } from 'react'

export type Warning = 'blurred' | 'dark' | 'small'

/** The server's receipt for a file: when (ms since 1970), the SHA-256 of what it got (hex), bytes. */
export interface Receipt {
  at: number
  sha256: string
  size: number
  /** The server has not checked it yet, or cannot use it (`code`); accepted when absent. */
  standing?: 'checking' | 'failed' | undefined
  code?: string | null | undefined
  /** Pages of a PDF, once known. */
  pages?: number | undefined
}

/**
 * `preparing` is made smaller and checked · `warned` waits for the person: take again, or use it anyway ·
 * `waiting` is sent later · `sending` · `checking` has a receipt and is checked
 * by the server · `received` has a receipt and is accepted · `failed` see `code` and `retryable`.
 */
export type UploadState = 'preparing' | 'warned' | 'waiting' | 'sending' | 'checking' | 'received' | 'failed'

export interface UploadItem {
  /** Generated once on this device; the server stores the file under it, so that sending twice gives one file. */
  id: string
  /** What the file belongs to, e.g. a claim's id. */
  subject: string
  /** Which item of its checklist; the queue does not read it. */
  slot: string
  /** The file's own name. */
  name: string
  addedAt: number
  state: UploadState
  kind: 'photo' | 'pdf' | null
  /** Bytes to send; while it is being prepared, of the file as it was chosen. */
  size: number
  /** SHA-256 of the bytes to send, hex; empty while it is being prepared. */
  sha256: string
  warnings: readonly Warning[]
  /** 0 to 100; the last value when the connection was lost. */
  percent: number
  /** Seconds left at the current speed; `null` until that is known. */
  secondsLeft: number | null
  /**
   * Why it failed: `errors:field.<code>` for a refusal, `app:failed.<code>` when there was no answer; `session` while a
   * login is needed.
   */
  code: string | null
  /** The server's own words for a refusal, in this page's language. */
  said: string | null
  /** It continues automatically, and `retry` sends it immediately; otherwise only another file helps. */
  retryable: boolean
  receipt: Receipt | null
  /** Object URL of a thumbnail; `null` for a PDF. */
  thumbUrl: string | null
}

/** What is sent with a file. */
type Outgoing = Pick<UploadItem, 'id' | 'subject' | 'slot' | 'name' | 'sha256' | 'size'>

/** The calls of the feature that uploads. */
export interface Sender {
  /**
   * Sends one file and returns its receipt. Rejects with `RequestFailed` (no answer: tried again automatically),
   * `Refused` (needs another file) or `SessionOver` (waits for the login). `dataOrRefusal` in `send-file.ts` makes
   * these of a reply.
   */
  send: (
    item: Outgoing,
    blob: Blob,
    onProgress: (sent: number, total: number) => void,
    signal: AbortSignal,
  ) => Promise<Receipt>
  /** The files the server already has of this subject. */
  acknowledged: (subject: string) => Promise<readonly (Receipt & { id: string })[]>
  /** The bytes of a file that the server has, as it stored them. */
  bytes?: (subject: string, id: string) => Promise<Blob | undefined>
  /** Removes a file that the server has, or may have; an unknown id must not be an error. */
  withdraw?: (subject: string, id: string) => Promise<void>
}

/** The result of preparing a file; `Refused` with `file_*` when it cannot be used. */
export interface Prepared {
  blob: Blob
  width: number
  height: number
  sha256: string
  size: number
  thumb: Blob | null
  warnings: Warning[]
  kind: 'photo' | 'pdf'
}

/**
 * The server, or this page, refuses this file. `code` is a field code of `errors.json`, or the server gave its own
 * words.
 */
export class Refused extends Error {
  readonly code: string
  readonly said: string | null
  constructor(code: string, said: string | null = null) {
    super(code)
    this.name = 'Refused'
    this.code = code
    this.said = said
  }
}

/** The login is over: the queue stays as it is and continues after the next login. */
export class SessionOver extends Error {
  constructor() {
    super('session')
    this.name = 'SessionOver'
  }
}

/** What is told at a file: read out as words, and shown, perhaps with a link. */
export interface FileNote {
  words: string
  shown: ReactNode
}
