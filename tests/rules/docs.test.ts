/** Compares the documentation with what it describes: links, paths, settings, commands, decisions. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { features } from '../../src/server/feature-list.ts'
import { serverCommands } from '../../src/server/operator/server-commands.ts'
import { filesUnder } from './source.ts'

const PAGES = ['README.md', ...filesUnder('docs').filter((file) => file.endsWith('.md'))]
const read = (file: string): string => readFileSync(file, 'utf8')
const withoutCode = (text: string): string => text.replace(/```[\s\S]*?```|`[^`]*`/g, '')

/** Anchors as GitHub derives them from headings. */
const anchorsOf = (file: string): string[] =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )

function deadLinks(page: string): string[] {
  return [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => {
      if (/^https?:/.test(link)) return false
      const [path = '', anchor] = link.split('#')
      const file = path === '' ? page : normalize(join(dirname(page), path))
      return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor))
    })
}

/** Files and folders that a page names in code, except those with `<…>`, `{…}` and `*`. */
const lostPaths = (page: string): string[] =>
  [...read(page).matchAll(/`((?:src|tests|content|public|docs)\/[\w./[\]-]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(path))

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 1e8 }).split('\n')
/** Source files that a page names by the end of their path, such as `server/intake/clean-pdf.ts`. */
const lostFiles = (page: string): string[] =>
  [...read(page).matchAll(/`([\w./-]+\.tsx?)(?: [^`]*)?`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !tracked.some((file) => file === path || file.endsWith(`/${path.replace(/^\.\//, '')}`)))

const settings = [
  ...['config', 'payment-settings', 'messages/message-settings']
    .map((name) => read(`src/server/${name}.ts`))
    .join('\n')
    .matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm),
].map(([, name = '']) => name)
const commands = [...serverCommands, ...features.flatMap((it) => it.commands ?? [])].map(
  ({ noun, verb }) => `${noun} ${verb}`,
)
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts)

describe('documentation', () => {
  test.each(PAGES)('%s leads only to what is there', (page) => {
    expect([...deadLinks(page), ...lostPaths(page), ...lostFiles(page)]).toEqual([])
  })

  test('every setting of the server is explained', () => {
    expect(settings.length).toBeGreaterThan(10)
    expect(settings.filter((name) => !read('docs/deploying.md').includes(`| \`${name}\` |`))).toEqual([])
  })

  test('every command of the operator is explained', () => {
    expect(commands.filter((name) => !read('docs/operating.md').includes(`| \`${name}`))).toEqual([])
  })

  test('every npm command that a page names is there', () => {
    const named = PAGES.flatMap((page) =>
      [...read(page).matchAll(/npm run (?:-s )?([a-z]+)/g)].map(([, name = '']) => name),
    )
    expect([...new Set(named)].filter((name) => !scripts.includes(name))).toEqual([])
  })

  test('every decision stands in the index', () => {
    const files = filesUnder('docs/decisions')
      .map((file) => basename(file))
      .filter((name) => name !== 'README.md')
    expect(files.filter((name) => !read('docs/decisions/README.md').includes(`](${name})`))).toEqual([])
  })
})
