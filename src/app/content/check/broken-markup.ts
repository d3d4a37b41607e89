/** Finds markup that is almost correct: readers would see raw marks, or a link that leads nowhere. */
import { problem } from '../../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import type { Entry } from '../entry.ts'
import { lineAt, proseOf } from './markdown.ts'

interface Slip {
  /** Searched for only where the text contains this. */
  hint: string
  pattern: RegExp
  message: string
  example: (match: RegExpMatchArray) => string
}

const SLIPS: readonly Slip[] = [
  {
    hint: '#',
    pattern: /^ {0,3}(#{1,6})([^#\s].*)$/gm,
    message: 'has no space after #, so it is not a heading.',
    example: ([, marks = '', words = '']) => `${marks} ${words}`,
  },
  {
    hint: '＃',
    pattern: /^(＃+)\s*(.*)$/gm,
    message: 'has a full-width ＃, so it is not a heading.',
    example: ([, marks = '', words = '']) => `${'#'.repeat(marks.length)} ${words}`,
  },
  {
    hint: '\n',
    // Seven = alone are a mark of git, and `leftovers.ts` says so.
    pattern: /^([^\n|>#\s-][^\n|]*)\n {0,3}(?:(?!={7}[ \t]*$)=+|-+)[ \t]*$/gm,
    message: 'becomes a heading because of the line below it. Begin a heading with two #.',
    example: ([, words = '']) => `## ${words}`,
  },
  {
    hint: '-',
    pattern: /^-(\p{L}.*)$/gmu,
    message: 'has no space after -, so it is not an item of a list.',
    example: ([, words = '']) => `- ${words}`,
  },
  {
    hint: ']（',
    pattern: /\[([^[\]\n]*)\]（([^()（）\n]*)[)）]/g,
    message: 'is not a link: its brackets are full-width.',
    example: ([, words = '', address = '']) => `[${words}](${address})`,
  },
  {
    hint: '）',
    pattern: /\[([^[\]\n]*)\]\(([^()（）\n]*)）/g,
    message: 'is not a link: its last bracket is full-width.',
    example: ([, words = '', address = '']) => `[${words}](${address})`,
  },
  {
    hint: '］',
    pattern: /[［[]([^[\]［］\n]*)］[(（]([^()（）\n]*)[)）]/g,
    message: 'is not a link: its brackets are full-width.',
    example: ([, words = '', address = '']) => `[${words}](${address})`,
  },
]

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

export function brokenMarkupProblems(entry: Entry): SourceProblem[] {
  const prose = proseOf(entry)
  return SLIPS.flatMap(({ hint, pattern, message, example }) => {
    if (!prose.includes(hint)) return []
    return [...prose.matchAll(pattern)].map((match) =>
      problem(
        entry.file,
        lineAt(entry, match.index),
        shortened((match[0].split('\n')[0] ?? '').trim()),
        'slip',
        message,
        example(match),
      ),
    )
  })
}
