/** The only files that the screen may read and change: `content/<collection>/{en,cn}/<slug>.md`. */
import { createHash, randomUUID } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { LANGS } from '../../lib/locale.ts'
import { COLLECTION_NAMES, fieldsOf, isCollection, type CollectionName } from './editable-collections.ts'
import { keepYamlFormat } from './keep-format.ts'

export interface StoredText {
  /** `content/notices/en/2027-entry.md`, whatever folder the content lies in. */
  path: string
  text: string
  /** Hash of the bytes on disk: sent back on saving, so that nobody's change is overwritten unseen. */
  mark: string
  /** Last change, ms. */
  changed: number
}

/** `changed`: the file is no longer the one that was opened. `path`: not a file of the screen. `form`: not such a text. */
export class StoreRefusal extends Error {
  readonly code: 'changed' | 'path' | 'form' | 'gone'
  constructor(code: StoreRefusal['code'], message: string) {
    super(message)
    this.code = code
  }
}

const textVersion = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 20)

const PATH = /^content\/([a-z]+)\/(en|cn)\/([a-z0-9][a-z0-9-]{0,99})\.md$/

export class TextFiles {
  readonly #root: string
  /** `root`: the folder `content`. */
  constructor(root: string) {
    this.#root = realpathSync(root)
  }

  list(): StoredText[] {
    return COLLECTION_NAMES.flatMap((name) =>
      LANGS.flatMap((lang) => {
        const folder = join(this.#root, name, lang)
        const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
        return files
          .map((entry) => `content/${name}/${lang}/${entry.name}`)
          .filter((path) => PATH.test(path))
          .sort()
          .map((path) => this.read(path))
      }),
    )
  }

  /** Throws `StoreRefusal`. */
  read(path: string): StoredText {
    const { file } = this.#place(path)
    try {
      const text = readFileSync(file, 'utf8')
      return { path, text, mark: textVersion(text), changed: Math.trunc(statSync(file).mtimeMs) }
    } catch (error) {
      if (isCode(error, 'ENOENT')) throw new StoreRefusal('gone', `${path} is not there.`)
      throw error
    }
  }

  /** Writes `text` in the repository's format. `mark`: of the file as it was opened; none for a new file. */
  save(path: string, text: string, mark: string | undefined): StoredText {
    const { file, name } = this.#place(path)
    const before = this.#now(path, mark)
    const next = inHouseFormat(name, before, text)
    if (next !== before) {
      mkdirSync(dirname(file), { recursive: true })
      // Whoever watches the folder sees the old text or the new one, never half of it.
      const beside = join(dirname(file), `.${basename(file)}.${randomUUID()}`)
      writeFileSync(beside, next, { flag: 'wx' })
      renameSync(beside, file)
    }
    return this.read(path)
  }

  remove(path: string, mark: string | undefined): void {
    const { file } = this.#place(path)
    if (this.#now(path, mark) !== undefined) rmSync(file)
  }

  /** The text on disk, if it is the one that was opened. */
  #now(path: string, mark: string | undefined): string | undefined {
    const before = this.#found(path)
    if (before?.mark !== mark)
      throw new StoreRefusal('changed', `${path} was changed outside this screen. Load the screen again.`)
    return before?.text
  }

  #found(path: string): StoredText | undefined {
    try {
      return this.read(path)
    } catch (error) {
      if (error instanceof StoreRefusal && error.code === 'gone') return undefined
      throw error
    }
  }

  /** The absolute path of a file. Links out of the folder are refused: this screen writes under `content/` only. */
  #place(path: string): { file: string; name: CollectionName } {
    const [, name = '', lang = '', slug = ''] = PATH.exec(path) ?? []
    if (!isCollection(name))
      throw new StoreRefusal('path', `${path} cannot be edited here. Collections: ${COLLECTION_NAMES.join(', ')}.`)
    const folder = join(this.#root, name, lang)
    const file = join(folder, `${slug}.md`)
    const real = readIfAllowed(folder, realpathSync) ?? folder
    if (real !== folder || readIfAllowed(file, lstatSync)?.isSymbolicLink())
      throw new StoreRefusal('path', `${path} is a link to another place.`)
    return { file, name }
  }
}

function inHouseFormat(name: CollectionName, before: string | undefined, text: string): string {
  try {
    return keepYamlFormat(before, text, fieldsOf(name))
  } catch (error) {
    throw new StoreRefusal('form', error instanceof Error ? error.message : 'unreadable')
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

function readIfAllowed<T>(path: string, look: (path: string) => T): T | undefined {
  try {
    return look(path)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}
