/** The groups of words that the search takes for the same (`search.json`, `same`): written so that they are read. */
import { fold } from '../../app/search/query.ts'
import { problem } from '../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'

/** `text`: the groups of one language. A word alone is right: it corrects misspellings. */
export function searchWordProblems(file: string, line: number, text: string): SourceProblem[] {
  const say = (code: string, message: string, example: string): SourceProblem =>
    problem(file, line, 'same', code, message, example)
  const groupOf = new Map<string, string>()
  return text.split(/[;；]/).flatMap((written) => {
    const group = written.trim()
    const words = group.split('=').map((word) => word.trim())
    if (words.length > 1 && words.includes(''))
      return say('same_alone', `has “${group}”: a word is missing beside =.`, 'deductible = excess')
    return words.flatMap((word) => {
      const key = fold(word)
      const first = groupOf.get(key)
      groupOf.set(key, first ?? group)
      if (/[,，、＝]/.test(word))
        return say(
          'same_mark',
          `has “${word}”, which is read as one word: words that mean the same have = between them.`,
          word
            .split(/[,，、＝]/)
            .map((it) => it.trim())
            .join(' = '),
        )
      return first === undefined || key === ''
        ? []
        : say(
            'same_twice',
            `has “${key}” twice, in “${first}” and in “${group}”: each word may be there only once.`,
            first,
          )
    })
  })
}
