/** Finds the parts of a text, with their lines: headings, links, pictures, tables, and syntax that we do not support. */
import type { Entry } from '../entry.ts'

export interface Heading {
  depth: number
  text: string
  /** Line of the file, counted from 1. */
  line: number
}

export interface Link {
  kind: 'link' | 'picture'
  /** As written, on one line. */
  written: string
  words: string
  address: string
  /** The title after the address, which we do not use. */
  title: string
  line: number
}

/** Replaces code by spaces, because marks mean nothing there; offsets and lines stay the same. */
const blanked = (body: string): string =>
  body.replace(/^(```|~~~)[\s\S]*?^\1[^\n]*$|(?<!\\)`[^`\n]*`/gm, (code) => code.replace(/[^\n]/g, ' '))

const kept = new WeakMap<Entry, string>()
/** The body without code; computed once for all checks. */
export function proseOf(entry: Entry): string {
  const known = kept.get(entry)
  if (known !== undefined) return known
  const prose = entry.body.includes('`') || entry.body.includes('~~~') ? blanked(entry.body) : entry.body
  kept.set(entry, prose)
  return prose
}

/** Line in the file of an offset in the body. */
export function lineAt({ body, bodyLine }: Entry, index: number): number {
  let line = bodyLine
  for (let at = body.indexOf('\n'); at !== -1 && at < index; at = body.indexOf('\n', at + 1)) line += 1
  return line
}

export function headingsOf(entry: Entry): Heading[] {
  return [...proseOf(entry).matchAll(/^ {0,3}(#{1,6})[ \t]+(.+?)[ \t]*$/gm)].map((match) => ({
    depth: match[1]?.length ?? 1,
    text: match[2] ?? '',
    line: lineAt(entry, match.index),
  }))
}

const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(\s*([^)\s]*)\s*([^)]*)\)/g

export function linksOf(entry: Entry): Link[] {
  const prose = proseOf(entry)
  if (!prose.includes('](')) return []
  return [...prose.matchAll(LINK)].map((match) => {
    const [written, bang, words = '', address = '', title = ''] = match
    return {
      kind: bang ? 'picture' : 'link',
      written: written.replace(/\s+/g, ' '),
      words: words.trim(),
      address,
      title: title.trim(),
      line: lineAt(entry, match.index),
    }
  })
}

/** Not the address of a link, which follows `](`. */
const BARE = /(?<!\]\(\s*\S*)(?:https?:\/\/|www\.)[^\s()<>，。；、）]*[^\s()<>，。；、）.,;:!?]/gi

export interface UncheckedMarkup {
  written: string
  line: number
  kind: 'html' | 'reference' | 'bare'
}

/** HTML, reference links and bare addresses (which markdown turns into links): all of them would bypass the checks. */
export function uncheckedMarkupOf(entry: Entry): UncheckedMarkup[] {
  const prose = proseOf(entry)
  const found: UncheckedMarkup[] = []
  if (prose.includes('<')) {
    for (const match of prose.matchAll(/<(?:[/?!]?[a-z][^>\n]*|!(?:--|\[)[^>\n]*)>?/gi))
      found.push({ written: match[0], line: lineAt(entry, match.index), kind: 'html' })
  }
  if (prose.includes(']:') || prose.includes('][')) {
    for (const match of prose.matchAll(/(?<=^[ \t>*+-]*(?:\d+[.)][ \t]+)?)\[[^\]\n]+\]:.*$|\[[^\]\n]+\]\[[^\]\n]*\]/gm))
      found.push({ written: match[0], line: lineAt(entry, match.index), kind: 'reference' })
  }
  for (const match of prose.matchAll(BARE))
    found.push({ written: match[0], line: lineAt(entry, match.index), kind: 'bare' })
  return found
}
