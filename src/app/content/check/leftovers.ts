/** What no reader should see and no language has: marks of an unfinished merge, garbled letters, notes to oneself. */
import { problem, type Tree } from '../../../lib/content-tree.ts'
import type { SourceProblem } from '../../../lib/source-problems.ts'

interface Leftover {
  pattern: RegExp
  code: string
  message: string
  example: (found: string, line: string) => string
}

/** UTF-8 that was read as Windows-1252, and UTF-8 or nothing at all read as GBK. */
const GARBLED = /[âÃ][€\u0080-\u00bf™œ˜“”‘’‚„†‡•…‰‹›žŸ¡-¿]|Â[\u00a0-\u00bf]|ï»¿|锟斤拷|锟絖|烫烫烫|屯屯屯|ä¸|å[œ›]|ã€/

const LEFTOVERS: readonly Leftover[] = [
  {
    // No heading is underlined here: one begins with # (`broken-markup.ts`). So the line between the versions is a mark.
    pattern: /^(?:(?:<{7}|>{7}|\|{7})(?: .*)?|={7}\s*)$/,
    code: 'conflict',
    message:
      'is a mark of two versions that git could not merge. Keep one of them, and remove the three lines of marks.',
    example: () => 'the version that is right, once',
  },
  {
    pattern: GARBLED,
    code: 'garbled',
    message: 'is a letter that was read in another encoding. Type it again, and save as UTF-8.',
    example: mended,
  },
  {
    pattern:
      /\b(?:TO[D]O|TBD|TBC|FIX[M]E|XX[X])\b|\b[Ll]orem[ ]ipsum\b|(?<!等)待(?:补充|完善|填写|确认)(?=$|[。；，、!！?？…）)】\]”"’'\s|])|[【（([]\s*(?:待定|占位|示例文字|此处)[^】）)\]]*[】）)\]]/,
    code: 'leftover',
    message: 'is a note to whoever writes, not for readers: write the words, or remove it.',
    example: () => 'the words themselves',
  },
]

const WINDOWS = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))

/** The word as it was before its UTF-8 was read as Windows-1252; nothing can be said of other garbled words. */
function mended(found: string, line: string): string {
  const word = line.split(/\s+/).find((it) => it.includes(found)) ?? found
  const bytes = Array.from(word, (letter) => WINDOWS.indexOf(letter))
  if (bytes.includes(-1)) return 'the words, typed again'
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return 'the words, typed again'
  }
}

/** One problem for each line: at the first of them. */
export function leftoverProblems({ root, files }: Tree): SourceProblem[] {
  return [...files].flatMap(([path, text]) => {
    const found = LEFTOVERS.filter(({ pattern }) => new RegExp(pattern, 'm').test(text))
    if (found.length === 0) return []
    return text.split('\n').flatMap((line, i) => {
      for (const { pattern, code, message, example } of found) {
        const match = pattern.exec(line)
        if (match) return [problem(`${root}/${path}`, i + 1, match[0].trim(), code, message, example(match[0], line))]
      }
      return []
    })
  })
}
