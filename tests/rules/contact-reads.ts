/** Where the sources read whose a contact is: one module answers that, by when it was proven and when it was given up. */
import ts from 'typescript'
import { scriptOf, type Source } from './source.ts'

export const HELD_CONTACTS = 'src/features/session/server/contacts/held-contacts.ts'

/** Files that show or undo changes, and so need contacts that are no longer anybody's. */
const SHOW_HISTORY: readonly string[] = [
  'src/features/account/server/contact-information.ts',
  'src/features/session/server/contacts/contact-changes.ts',
  'src/features/session/server/contacts/contact-commands.ts',
  'src/features/session/server/contacts/contacts.ts',
  'src/features/session/server/contacts/reject-contact.ts',
]

const READS = /^(selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|lateralJoin|table)$/
const TABLE = /^contacts\b/
const SQL = /\b(from|join)\s+"?contacts\b/i

const textIn = (node: ts.Node): string | undefined =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
    ? node.text
    : undefined

const namesTable = (node: ts.Expression): boolean =>
  ts.isArrayLiteralExpression(node)
    ? node.elements.some(namesTable)
    : ts.isStringLiteralLike(node) && TABLE.test(node.text)

function isRead(node: ts.Node): boolean {
  if (SQL.test(textIn(node) ?? '')) return true
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  return READS.test(node.expression.name.text) && node.arguments.some(namesTable)
}

/** `path:line` of each read of the table, and of each use of all that a person ever had. */
export function contactReads({ path, text }: Source): string[] {
  const file = ts.createSourceFile(`${path}.tsx`, scriptOf(path, text), ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const line = (): number => file.getLineAndCharacterOfPosition(node.getStart()).line + 1
    if (isRead(node)) found.push(`${path}:${line()} reads contacts`)
    else if (ts.isImportSpecifier(node) && (node.propertyName ?? node.name).text === 'contactHistory')
      found.push(`${path}:${line()} reads the history of contacts`)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Reads that decide by themselves whose a contact is. */
export const strayContactReads = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => path !== HELD_CONTACTS)
    .flatMap(contactReads)
    .filter((read) => !(read.endsWith('history of contacts') && SHOW_HISTORY.includes(read.split(':')[0] ?? '')))
