/** Pictures that the screen may add, show and remove: `content/pictures/<name>`, nothing else. */
import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { extname, join } from 'node:path'
import { PICTURE_NAME } from '../../app/content/content-pictures.ts'
import { StoreRefusal } from './text-files.ts'

export interface StoredPicture {
  /** `content/pictures/clinic.webp`, whatever folder the content lies in. */
  path: string
  /** Hash of the bytes on disk. */
  mark: string
  /** Last change, ms. */
  changed: number
}

const PATH = new RegExp(`^content/pictures/(${PICTURE_NAME.source})$`)
const TYPES: Readonly<Record<string, string>> = { png: 'image/png', webp: 'image/webp' }

export class PictureFiles {
  readonly #folder: string
  /** `root`: the folder `content`. */
  constructor(root: string) {
    this.#folder = join(root, 'pictures')
  }

  list(): StoredPicture[] {
    const names = statSync(this.#folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(this.#folder) : []
    return names
      .map((name) => `content/pictures/${name}`)
      .filter((path) => PATH.test(path))
      .sort()
      .map((path) => this.#kept(path))
  }

  read(path: string): { bytes: Buffer; type: string } {
    const { file, ending } = this.#place(path)
    if (!statSync(file, { throwIfNoEntry: false })) throw new StoreRefusal('gone', `${path} is not there any more.`)
    return { bytes: readFileSync(file), type: TYPES[ending] ?? 'image/jpeg' }
  }

  /** `mark`: of the picture as the screen has it; none for a new one. */
  save(path: string, bytes: Buffer, mark: string | undefined): StoredPicture {
    const { file } = this.#place(path)
    this.#refuseChanged(path, mark)
    mkdirSync(this.#folder, { recursive: true })
    // Whoever watches the folder sees a whole picture.
    const beside = join(this.#folder, `.${randomUUID()}`)
    writeFileSync(beside, bytes, { flag: 'wx' })
    renameSync(beside, file)
    return this.#kept(path)
  }

  remove(path: string, mark: string | undefined): void {
    const { file } = this.#place(path)
    this.#refuseChanged(path, mark)
    rmSync(file, { force: true })
  }

  /** Nobody's picture is overwritten or removed unseen. */
  #refuseChanged(path: string, mark: string | undefined): void {
    const found = existsSync(this.#place(path).file) ? this.#kept(path).mark : undefined
    if (found !== mark)
      throw new StoreRefusal('changed', `${path} was changed outside this screen. Load the screen again.`)
  }

  #kept(path: string): StoredPicture {
    const { file } = this.#place(path)
    const mark = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 20)
    return { path, mark, changed: statSync(file).mtimeMs }
  }

  #place(path: string): { file: string; ending: string } {
    const [, name] = PATH.exec(path) ?? []
    if (name === undefined)
      throw new StoreRefusal(
        'path',
        `${path} cannot be a picture here: a JPEG, PNG or WebP whose name has lower-case letters, digits and hyphens.`,
      )
    const file = join(this.#folder, name)
    const folder = lstatSync(this.#folder, { throwIfNoEntry: false })
    if (folder?.isSymbolicLink() || lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new StoreRefusal('path', `${path} is a link to another place.`)
    return { file, ending: extname(name).slice(1) }
  }
}
