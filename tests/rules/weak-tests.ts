/** Finds tests that cannot fail, as far as their text shows it. */
import ts from 'typescript'
import { WAIT_MS } from '../browser/wait-limit.ts'

type Finding = string

const isTestCall = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  /^(test|it)(\.(each|runIf)\b[^]*)?$/.test(node.expression.getText()) &&
  node.arguments.some(isFunction)

function isFunction(node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node)
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  node.forEachChild((child) => walk(child, visit))
}

/** Names that are called anywhere inside. */
function callsIn(node: ts.Node): Set<string> {
  const names = new Set<string>()
  walk(node, (it) => {
    if (ts.isCallExpression(it)) names.add(nameOf(it.expression))
    // A function that is passed on is assumed to be called.
    if (ts.isCallExpression(it))
      for (const argument of it.arguments) if (ts.isIdentifier(argument)) names.add(argument.text)
    if (ts.isThrowStatement(it)) names.add('expect')
  })
  return names
}

function nameOf(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text
  if (ts.isPropertyAccessExpression(callee))
    return callee.expression.getText() === 'expect' || callee.expression.getText() === 'fc'
      ? 'expect'
      : callee.name.text
  return ts.isCallExpression(callee) ? nameOf(callee.expression) : ''
}

export const parse = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)

export function testsIn(source: ts.SourceFile): ts.CallExpression[] {
  const found: ts.CallExpression[] = []
  walk(source, (node) => {
    if (isTestCall(node)) found.push(node)
  })
  return found
}

/** Names of functions and methods that check something, directly or through what they call. */
export function checkingNames(sources: readonly ts.SourceFile[]): ReadonlySet<string> {
  const bodies: [name: string, calls: ReadonlySet<string>][] = []
  for (const source of sources) {
    walk(source, (node) => {
      const named =
        ts.isFunctionDeclaration(node) ||
        ts.isMethodDeclaration(node) ||
        ts.isVariableDeclaration(node) ||
        ts.isPropertyAssignment(node)
      if (named && node.name) bodies.push([node.name.getText(), callsIn(node)])
    })
  }
  const checking = new Set(['expect'])
  for (let size = 0; size < checking.size;) {
    size = checking.size
    for (const [name, calls] of bodies) if ([...calls].some((it) => checking.has(it))) checking.add(name)
  }
  return checking
}

const startsWithExpect = (node: ts.Node): boolean => /^expect(\.\w+)?\(/.test(node.getText())

/** What is wrong with a statement that begins with `expect`. */
function statement(node: ts.ExpressionStatement): Finding | undefined {
  const { expression } = node
  if (!startsWithExpect(expression)) return undefined
  if (
    !ts.isCallExpression(expression) ||
    (nameOf(expression.expression) === 'expect' && ts.isIdentifier(expression.expression))
  )
    return 'expects nothing of what it holds'
  return /^expect\.poll\(|\)\s*\.(resolves|rejects)\s*\./.test(expression.getText())
    ? 'waits for nobody: await is missing'
    : undefined
}

/**
 * Digits that must not occur. In a text with random ids, hashes or times a few do, once in some hundred runs, and the
 * six of a code once in some thousand: more are looked for, or a whole word.
 */
function absentDigits(node: ts.Node): Finding | undefined {
  if (!ts.isCallExpression(node) || !/\.not\.(toMatch|toContain)$/.test(node.expression.getText())) return undefined
  const [needle] = node.arguments
  const text = needle && (ts.isRegularExpressionLiteral(needle) || ts.isStringLiteral(needle)) ? needle.text : ''
  if (needle && /\bcode\b/.test(namesIn(needle))) return 'six digits are found in random text'
  const few = text.replace(/^\/|\/\w*$/g, '').split('|')
  return few.some((it) => /^\d{1,5}$/.test(it)) ? 'a few digits are found in random text' : undefined
}

/** What is looked for, by its names; for the variable of a loop, the names of what it goes through. */
function namesIn(needle: ts.Expression): string {
  if (ts.isCallExpression(needle)) return ''
  const own = ts.isTemplateExpression(needle) || ts.isIdentifier(needle) ? needle.getText() : ''
  const loop = ts.findAncestor(needle, ts.isForOfStatement)
  const through = loop?.initializer.getText().endsWith(` ${own}`) ? loop.expression.getText() : ''
  return `${own} ${through}`
}

/** Findings of one file, as `line: what`. */
export function weaknesses(source: ts.SourceFile, checking: ReadonlySet<string>): Finding[] {
  const found: Finding[] = []
  const say = (node: ts.Node, what: string): void =>
    void found.push(`${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${what}`)
  walk(source, (node) => {
    if (isTestCall(node)) {
      const body = node.arguments.find(isFunction)
      if (body && ![...callsIn(body)].some((it) => checking.has(it))) say(node, 'checks nothing')
      if (body && ts.isBlock(body.body)) {
        for (const it of body.body.statements)
          if (ts.isIfStatement(it) && /^\{?\s*return;?\s*\}?$/.test(it.thenStatement.getText()))
            say(it, 'passes where there is nothing to look at')
      }
    }
    const what = ts.isExpressionStatement(node) ? statement(node) : absentDigits(node)
    if (what) say(node, what)
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'catch' &&
      startsWithExpect(node.expression.expression)
    )
      say(node, 'catches its own failure')
    if (isShortLimit(node)) say(node, 'gives up sooner than a busy machine may take')
  })
  return found
}

const WAITS = /^(?:test|it|describe|vi|expect)\b|\.waitFor\w*$/

/** A number of ms below `WAIT_MS` after which a test, a hook or a wait gives up. */
function isShortLimit(node: ts.Node): boolean {
  if (!ts.isNumericLiteral(node) || Number(node.text.replaceAll('_', '')) >= WAIT_MS) return false
  const { parent } = node
  if (ts.isCallExpression(parent))
    return /^(?:test|it)(?:\.\w+\(|$)/.test(parent.expression.getText()) && parent.arguments.some(isFunction)
  if (!ts.isPropertyAssignment(parent) || !/^(?:timeout|testTimeout|hookTimeout)$/.test(parent.name.getText()))
    return false
  const call = parent.parent.parent
  return ts.isCallExpression(call) && WAITS.test(call.expression.getText())
}
