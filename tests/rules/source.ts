/** The sources as the rules read them: files, their zone in the architecture (design §3), and their imports. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { readEarlierFiles } from '../../src/programs/build/site-folder.ts'

export interface Import {
  /** As written. */
  specifier: string
  /** Repository path if it is one of our files. */
  file: string | undefined
  /** A type import, which is erased before run time. */
  typeOnly: boolean
}

export interface Source {
  path: string
  text: string
  imports: Import[]
}

/**
 * Paths under `folder`, with `/`, sorted; none when the folder is not there. Without what `dist` keeps of earlier
 * builds.
 */
export function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return []
  const [top = ''] = folder.split('/')
  const earlier = readEarlierFiles(top)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => !earlier.has(path.slice(top.length + 1)) && statSync(path).isFile())
    .sort()
}

/** Texts by path. */
export type Texts = ReadonlyMap<string, string>
export const readTexts = (paths: readonly string[]): Texts =>
  new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]))

const CODE = /\.(ts|tsx|astro|mjs)$/

/** Code files below `folder`. */
export const codeUnder = (folder: string): string[] => filesUnder(folder).filter((path) => CODE.test(path))

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.startsWith('tests/')

const EXTENSIONS = ['', '.ts', '.tsx', '.astro', '/index.ts', '/index.tsx']

function fileOf(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  const base = normalize(join(dirname(from), specifier.replace(/\?.*$/, '')))
  return (
    EXTENSIONS.map((extension) => base + extension).find((path) => existsSync(path) && statSync(path).isFile()) ?? base
  )
}

/** The TypeScript inside a file: for an Astro file its frontmatter and its processed scripts. */
export function scriptOf(path: string, text: string): string {
  if (!path.endsWith('.astro')) return text
  const front = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? ''
  const scripts = [...text.matchAll(/<script(?![^>]*is:inline)[^>]*>([\s\S]*?)<\/script>/g)].map(
    (match) => match[1] ?? '',
  )
  return [front, ...scripts].join('\n')
}

const isTypeClause = (clause: ts.ImportClause | undefined): boolean => {
  if (!clause) return false
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const named = clause.namedBindings
  if (clause.name || !named || !ts.isNamedImports(named)) return false
  return named.elements.length > 0 && named.elements.every((element) => element.isTypeOnly)
}

/** Every static and dynamic import and re-export of a text. */
function importsOf(path: string, text: string): Import[] {
  const tree = ts.createSourceFile(`${path}.tsx`, scriptOf(path, text), ts.ScriptTarget.Latest, false)
  const out: Import[] = []
  const add = (node: ts.Expression | undefined, typeOnly: boolean): void => {
    if (node && ts.isStringLiteralLike(node))
      out.push({ specifier: node.text, file: fileOf(path, node.text), typeOnly })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeClause(node.importClause))
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return out
}

export const sourceOf = (path: string, text: string): Source => ({ path, text, imports: importsOf(path, text) })
export const readSource = (path: string): Source => sourceOf(path, readFileSync(path, 'utf8'))
