/**
 * The server's texts as a folder of the browser's File System API. The editor can work on such a folder; with this one
 * it needs no permission for the disk, works in every browser, and reaches nothing but what the server allows.
 */
import { z } from 'zod/mini'

/**
 * Folders carry the language's standard name here, from which the editor derives the name that it shows: `cn` is
 * `zh-CN`.
 */
const SEEN = { cn: 'zh-CN' } as const
const shown = (path: string): string => path.replace('/cn/', `/${SEEN.cn}/`)
const stored = (path: string): string => path.replace(`/${SEEN.cn}/`, '/cn/')

const Kept = z.object({ path: z.string(), text: z.string(), mark: z.string(), changed: z.number() })
const Picture = z.object({ path: z.string(), mark: z.string(), changed: z.number() })
type Picture = z.infer<typeof Picture>
type Kept = z.infer<typeof Kept>
const Failure = z.object({ message: z.string() })

export class Texts {
  readonly #held = new Map<string, Kept | Picture>()
  readonly #saved: () => void
  /** `saved` is called after each change of a file. */
  constructor(saved: () => void) {
    this.#saved = saved
  }

  async load(): Promise<void> {
    const [texts, pictures] = await Promise.all(
      ['/texts', '/pictures'].map(async (address): Promise<unknown> => (await fetch(address)).json()),
    )
    for (const text of z.array(Kept).parse(texts)) this.#held.set(shown(text.path), text)
    for (const picture of z.array(Picture).parse(pictures)) this.#held.set(picture.path, picture)
  }

  paths(): string[] {
    return [...this.#held.keys()]
  }

  get(path: string): Kept | Picture | undefined {
    return this.#held.get(path)
  }

  /** The content of a file; pictures are fetched when they are shown. */
  async content(path: string): Promise<string | Blob> {
    const kept = this.#held.get(path)
    if (kept && 'text' in kept) return kept.text
    return kept ? (await fetch(`/picture?${new URLSearchParams({ path })}`)).blob() : ''
  }

  /** Throws with the server's reason. */
  async put(path: string, data: string | Blob): Promise<void> {
    if (isPicture(path)) this.#held.set(path, Picture.parse(await this.#send('PUT', path, data)))
    else this.#held.set(path, Kept.parse(await this.#send('PUT', path, await textOf(data))))
    this.#saved()
  }

  async drop(path: string): Promise<void> {
    await this.#send('DELETE', path)
    this.#held.delete(path)
    this.#saved()
  }

  async #send(method: 'PUT' | 'DELETE', path: string, body?: string | Blob): Promise<unknown> {
    const mark = this.#held.get(path)?.mark
    const query = new URLSearchParams({ path: stored(path), ...(mark && { mark }) })
    const answer = await fetch(`/${isPicture(path) ? 'picture' : 'text'}?${query}`, {
      method,
      ...(body !== undefined && {
        body,
        headers: { 'content-type': isPicture(path) ? 'application/octet-stream' : 'text/markdown' },
      }),
    })
    const data: unknown = await answer.json()
    if (answer.ok) return data
    // The editor shows the reason in a dialog and keeps what was written.
    const failure = Failure.safeParse(data)
    throw new Error(failure.success ? failure.data.message : answer.statusText)
  }
}

const isPicture = (path: string): boolean => path.startsWith('content/pictures/')
const textOf = async (data: string | Blob): Promise<string> => (typeof data === 'string' ? data : data.text())

const missing = (name: string): DOMException => new DOMException(`${name} is not there`, 'NotFoundError')

export class Folder {
  readonly kind = 'directory'
  readonly name: string
  readonly #texts: Texts
  readonly #path: string
  constructor(texts: Texts, path = '') {
    this.#texts = texts
    this.#path = path
    this.name = path.slice(path.lastIndexOf('/') + 1)
  }

  async *entries(): AsyncGenerator<[string, Folder | TextFile]> {
    const within = this.#texts.paths().filter((path) => path.startsWith(this.#under('')))
    const names = new Set(within.map((path) => path.slice(this.#under('').length).split('/')[0] ?? ''))
    for (const name of names)
      yield [name, this.#texts.get(this.#under(name)) ? this.#file(name) : new Folder(this.#texts, this.#under(name))]
  }

  /** The editor asks for its own folder in the browser's storage: it gets this one instead. */
  async getDirectoryHandle(name: string): Promise<Folder> {
    return this.#path === '' && name.startsWith('sveltia-') ? this : new Folder(this.#texts, this.#under(name))
  }

  async getFileHandle(name: string, options: { create?: boolean } = {}): Promise<TextFile> {
    if (!options.create && !this.#texts.get(this.#under(name))) throw missing(name)
    return this.#file(name)
  }

  /** Empty folders stay: the next text of the collection needs them. */
  async removeEntry(name: string): Promise<void> {
    if (this.#texts.get(this.#under(name))) await this.#texts.drop(this.#under(name))
  }

  pathOf(name: string): string {
    return this.#under(name)
  }

  #file(name: string): TextFile {
    return new TextFile(this.#texts, this.#under(name))
  }

  #under(name: string): string {
    return this.#path === '' ? name : `${this.#path}/${name}`
  }
}

/**
 * The editor writes to a temporary name first and then renames; only the file with its final name is sent to the
 * server.
 */
const isPassing = (path: string): boolean => path.includes('/.')

class TextFile {
  readonly kind = 'file'
  readonly #texts: Texts
  #path: string
  #unsent: string | Blob | undefined
  constructor(texts: Texts, path: string) {
    this.#texts = texts
    this.#path = path
  }

  get name(): string {
    return this.#path.slice(this.#path.lastIndexOf('/') + 1)
  }

  async getFile(): Promise<File> {
    const kept = this.#texts.get(this.#path)
    const content = this.#unsent ?? (await this.#texts.content(this.#path))
    return new File([content], this.name, {
      type: typeof content === 'string' ? 'text/markdown' : content.type,
      ...(kept && { lastModified: kept.changed }),
    })
  }

  async createWritable(): Promise<{ write: (data: string | Blob) => Promise<void>; close: () => Promise<void> }> {
    return { write: (data) => this.#write(data), close: async () => undefined }
  }

  async move(folder: Folder, name: string): Promise<void> {
    const from = this.#path
    const to = folder.pathOf(name)
    if (this.#unsent === undefined && !this.#texts.get(from)) throw missing(this.name)
    await this.#texts.put(to, this.#unsent ?? (await this.#texts.content(from)))
    if (to !== from && this.#texts.get(from)) await this.#texts.drop(from)
    this.#unsent = undefined
    this.#path = to
  }

  async #write(data: string | Blob): Promise<void> {
    if (isPassing(this.#path)) this.#unsent = data
    else await this.#texts.put(this.#path, data)
  }
}
