/** The files that plans are read from. Used by the server and at build time, never in a browser. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parse } from 'yaml'
import { contentFolder, contentState, filesIn, textOf } from '../../../app/content/content-folder.ts'
import { dayInName } from '../../../lib/content/content-by-day.ts'
import { problem } from '../../../lib/content/content-tree.ts'
import type { Day } from '../../../lib/days/dates.ts'
import { LANGS, type Lang } from '../../../lib/locale.ts'
import { ContentError } from '../../../lib/content/source-problems.ts'
import type { T } from '../rules/benefits.ts'

export interface Source {
  /** Path from the root of the repository, as problems name it. */
  readonly file: string
  readonly text: string
}

export class Files {
  readonly root: string
  readonly #day: Day | undefined
  /** As they hold on `day`; today, where none is given. */
  constructor(root: string, day?: Day) {
    this.root = root
    this.#day = day
  }

  /** Ids of the files of a folder, e.g. `ids('content/plans', '.yaml')`. Sorted. */
  ids(folder: string, extension: string): string[] {
    return [...filesIn(this.#place(folder), this.#day).keys()]
      .filter((name) => name.endsWith(extension))
      .map((name) => name.slice(0, -extension.length))
      .sort()
  }

  /** True for a plan that the project has no file of any more: it may have been renamed, and leads nowhere. */
  isStored(_plan: string): boolean {
    return false
  }

  read(file: string): Source | undefined {
    const path = filesIn(this.#place(dirname(file)), this.#day).get(basename(file))
    return path === undefined ? undefined : { file, text: textOf(path) }
  }

  /** Changes when any file of the collections changes, so that an editor's preview can follow. */
  stamp(folders: readonly string[]): string {
    return folders
      .map((folder) => {
        const path = this.#place(folder)
        return existsSync(path)
          ? readdirSync(path)
              .map((name) => `${name}:${statSync(join(path, name)).mtimeMs}`)
              .join()
          : ''
      })
      .join('|')
  }

  /** Where a folder lies: `content/…` wherever the content is kept. */
  #place(folder: string): string {
    return folder.startsWith('content/')
      ? resolve(this.root, contentFolder(), folder.slice('content/'.length))
      : join(this.root, folder)
  }

  readonly #words = new Map<Lang, T>()

  /** Interface words of plans, for the units and states that prose quotes. Throws on a missing word. */
  words(lang: Lang): T {
    const known = this.#words.get(lang)
    if (known) return known
    const words = this.#translate(lang)
    this.#words.set(lang, words)
    return words
  }

  #translate(lang: Lang): T {
    const file = `public/locales/${lang}/plans.json`
    const source = this.read(file)
    const dictionary = readWords(source?.file ?? file, source?.text ?? '{}')
    return (key, values = {}) => {
      const found = key
        .replace(/^plans:/, '')
        .split('.')
        .reduce<unknown>((at, part) => (isRecord(at) ? at[part] : undefined), dictionary)
      if (typeof found !== 'string') throw wordProblem(source?.file ?? file, key, 'is missing, and the plans show it.')
      return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
        const value = values[name]
        return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
      })
    }
  }
}

function readWords(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw wordProblem(file, '(file)', 'cannot be read, so the plans cannot be checked.')
  }
}

const wordProblem = (file: string, key: string, message: string): ContentError =>
  new ContentError([problem(file, 1, key.replace(/^plans:/, ''), 'words', message, '"key": "Words",')])

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export const FOLDERS = ['plans', 'clauses', 'insurers'].flatMap((name) => [
  `content/${name}`,
  ...LANGS.map((lang) => `content/${name}/${lang}`),
])

interface PlanFile {
  path: string
  text: string
  sha256: string
}

const readByState = new Map<string, readonly PlanFile[]>()

/** All files of plans, terms and insurers as they hold today. Each state is read once, whatever the number of servers. */
export function planFilesOf(root: string): readonly PlanFile[] {
  const folder = resolve(root, contentFolder())
  const key = `${folder} ${contentState(folder)}`
  const known = readByState.get(key)
  if (known) return known
  const files = new Files(root)
  const paths = FOLDERS.flatMap((at) => {
    const extension = LANGS.some((lang) => at.endsWith(`/${lang}`)) ? '.md' : '.yaml'
    return files.ids(at, extension).map((id) => `${at}/${id}${extension}`)
  })
  const read = paths
    .flatMap((path) => files.read(path) ?? [])
    .map(({ file, text }) => ({ path: file, text, sha256: createHash('sha256').update(text, 'utf8').digest('hex') }))
  readByState.set(key, read)
  return read
}

/** By plan, the tiers of its figures, whatever day these hold from. Throws for a file that is no YAML. */
export function tiersOfAnyDay(root: string): ReadonlyMap<string, ReadonlySet<string>> {
  const folder = resolve(root, contentFolder(), 'plans')
  const tiers = new Map<string, Set<string>>()
  for (const name of readdirSync(folder).filter((it) => it.endsWith('.yaml'))) {
    const figures: unknown = parse(textOf(join(folder, name)))
    const own = isRecord(figures) && isRecord(figures['tiers']) ? Object.keys(figures['tiers']) : []
    const id = basename(dayInName(name)?.path ?? name, '.yaml')
    tiers.set(id, new Set([...(tiers.get(id) ?? []), ...own]))
  }
  return tiers
}
