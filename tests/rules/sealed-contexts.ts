/** Contexts under which the server seals values, read from its sources: `keys reseal` must cover each of them. */
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import type { SealedTable } from '../../src/server/keys/sealed-tables.ts'

/** Placeholder for what is known only at run time: an id inside a context. */
const RUN_TIME = 'x'
type Read = (path: string) => string

export interface SealedCall {
  /** `path:line` */
  at: string
  /** `undefined` where it cannot be determined: then the rule cannot check it either. */
  context: string | undefined
}

const parse = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)

/** The value of a name: a constant of the file, or of the one that it is imported from. */
function declared(
  name: string,
  file: ts.SourceFile,
  read: Read,
): { expression: ts.Expression; file: ts.SourceFile } | undefined {
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement)) {
      const found = statement.declarationList.declarations.find(
        (it) => ts.isIdentifier(it.name) && it.name.text === name,
      )?.initializer
      if (found) return { expression: found, file }
    }
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const bindings = statement.importClause?.namedBindings
    const element =
      bindings && ts.isNamedImports(bindings) ? bindings.elements.find((it) => it.name.text === name) : undefined
    if (!element || !statement.moduleSpecifier.text.startsWith('.')) continue
    const path = normalize(join(dirname(file.fileName), statement.moduleSpecifier.text))
    return declared((element.propertyName ?? element.name).text, parse(path, read(path)), read)
  }
  return undefined
}

function textOf(node: ts.Node, file: ts.SourceFile, read: Read): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return (
      node.head.text +
      node.templateSpans.map((it) => (textOf(it.expression, file, read) ?? RUN_TIME) + it.literal.text).join('')
    )
  if (ts.isArrowFunction(node)) return textOf(node.body, file, read)
  const name = ts.isIdentifier(node)
    ? node.text
    : ts.isCallExpression(node) && ts.isIdentifier(node.expression)
      ? node.expression.text
      : undefined
  const found = name === undefined ? undefined : declared(name, file, read)
  return found && textOf(found.expression, found.file, read)
}

/** Every `seal.seal(context, …)` of a file. */
export function sealedCalls(path: string, text: string, read: Read = (it) => readFileSync(it, 'utf8')): SealedCall[] {
  const file = parse(path, text)
  const found: SealedCall[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /(^|\.)seal\.seal$/.test(node.expression.getText(file))) {
      const [context] = node.arguments
      found.push({
        at: `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`,
        context: context && textOf(context, file, read),
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** The contexts of the tables, with `x` in place of ids. */
export function contextsOf(tables: readonly SealedTable[]): Set<string> {
  const row = new Proxy({}, { get: () => RUN_TIME })
  return new Set(
    tables.flatMap(({ sealed, json }) => [
      ...Object.values(sealed).map((it) => (typeof it === 'string' ? it : it(row))),
      ...(json ? [json.context] : []),
    ]),
  )
}

/** Calls that seal under a context that no table is known to hold. */
export const unlisted = (calls: readonly SealedCall[], known: ReadonlySet<string>): string[] =>
  calls
    .filter(({ context }) => context === undefined || !known.has(context))
    .map(({ at, context }) => `${at} seals under ${context ?? 'a context that cannot be read'}`)
