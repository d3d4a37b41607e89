/**
 * Features that browsers got after the oldest versions that we support (decision 0039: Chrome 105, Safari 16.0, Firefox
 * 121)
 * and that no bundler replaces. Found by their spelling; names that anything could have are matched together with their
 * bracket.
 */

export interface Feature {
  name: string
  found: (text: string) => boolean
}

const by = (name: string, pattern: RegExp): Feature => ({ name, found: (text) => pattern.test(text) })

export const SCRIPT_FEATURES: readonly Feature[] = [
  by('toSorted', /\.toSorted\(/),
  by('toReversed', /\.toReversed\(/),
  by('toSpliced', /\.toSpliced\(/),
  by('Array.with', /\.with\(\s*-?\d/),
  by('Array.fromAsync', /\bArray\.fromAsync\b/),
  by('lookbehind', /\(\?<[=!]/),
  by('Promise.withResolvers', /\.withResolvers\(/),
  by('Promise.try', /\bPromise\.try\(/),
  by('groupBy', /\b(?:Object|Map)\.groupBy\(/),
  // Chrome 98 and Safari 15.4 have it; it is excluded because it is slow on photos, and because WebViews report it
  // missing.
  by('structuredClone', /\bstructuredClone\(/),
  by('v flag', /\/[a-z]*v[a-z]*\.(?:test|exec)\(|RegExp\([^)]*,\s*["'`][a-z]*v[a-z]*["'`]\)/),
  by('Set methods', /\.(?:union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/),
  by(
    'iterator helpers',
    /(?:\.(?:values|keys|entries)\(\)|\.matchAll\([^()]*\))\.(?:map|filter|take|drop|flatMap|reduce|toArray|some|every|find|forEach)\(|\bIterator\.from\(/,
  ),
  by('static block', /[{;}]static\{/),
  by('using', /\b(?:await )?using [a-z_$][\w$]*\s*=/i),
  by('import attributes', /,\s*\{\s*with\s*:\s*\{/),
  by('isWellFormed', /\.(?:isWellFormed|toWellFormed)\(/),
  by('AbortSignal.any', /\bAbortSignal\.any\(/),
  by('URL.parse', /\bURL\.parse\(/),
]

const UNITS = /@supports[^{]*dv[hw][^{]*\{|\b[\d.]+dv[hw]\b/

export const SHEET_FEATURES: readonly Feature[] = [
  by('range of media', /@media[^{]*\([^():]*[<>]=?[^()]*\)/),
  { name: 'nesting', found: nested },
  { name: 'dvh, dvw', found: (text) => UNITS.test(outside(text, /@supports[^{]*dv[hw]|::picker\(/)) },
  by('light-dark()', /\blight-dark\(/),
  by('container queries', /@container\b/),
  by('@scope', /@scope\b/),
  by('anchor positioning', /\banchor-name\s*:/),
]

/** Names of the features that a text needs. */
export const tooYoung = (text: string, features: readonly Feature[]): string[] =>
  features.filter(({ found }) => found(text)).map(({ name }) => name)

interface Block {
  head: string
  from: number
  to: number
  parents: string[]
}

/**
 * A sheet without comments, strings and escaped signs, which name classes: an escaped quote begins no string. A
 * backslash may match in one way only, or a quote without its partner takes longer than any test.
 */
const withoutStrings = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\\.|(["'])(?:\\.|(?!\1)[^\\])*\1/g, (found) => (found.startsWith('\\') ? '__' : '""'))

/** Every block of a sheet with its surrounding blocks. */
function blocks(text: string): Block[] {
  const css = withoutStrings(text)
  const found: Block[] = []
  const open: Block[] = []
  let start = 0
  for (let i = 0; i < css.length; i++) {
    const letter = css[i]
    if (letter === '\\') i++
    else if (letter === ';') start = i + 1
    else if (letter === '{') {
      open.push({ head: css.slice(start, i).trim(), from: start, to: i, parents: open.map(({ head }) => head) })
      start = i + 1
    } else if (letter === '}') {
      const block = open.pop()
      if (block) found.push({ ...block, to: i + 1 })
      start = i + 1
    }
  }
  return found
}

/** A rule inside a rule; the contents of `@keyframes` do not count, and neither do at-rules in between. */
function nested(text: string): boolean {
  return blocks(text).some(
    ({ head, parents }) =>
      !/^@(?!media|supports|layer)/.test(head) && parents.some((parent) => !parent.startsWith('@')),
  )
}

/** The text without the blocks that begin with this. */
function outside(text: string, head: RegExp): string {
  const css = withoutStrings(text)
  return blocks(text)
    .filter((block) => head.test(block.head))
    .reduce((rest, { from, to }) => rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to), css)
}
