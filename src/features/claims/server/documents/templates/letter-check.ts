/** Gives the letters to clinics to the checker of content. */
import { namesIn, problem, type Tree } from '../../../../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../../../../lib/content/source-problems.ts'
import { partsOf, readLetterTexts, TEXT_LANGUAGES, type LetterTexts } from './letter-texts.ts'

export function checkLetters(tree: Tree): SourceProblem[] {
  const problems = namesIn(tree, 'letters', '.yaml')
    .filter((name) => !TEXT_LANGUAGES.some((language) => language === name))
    .map((name) =>
      problem(
        `${tree.root}/letters/${name}.yaml`,
        1,
        '(file)',
        'needed',
        `is no language of the letters, which are: ${TEXT_LANGUAGES.join(', ')}.`,
        'en.yaml',
      ),
    )
  const read = TEXT_LANGUAGES.map((language) => {
    const file = `${tree.root}/letters/${language}.yaml`
    const text = tree.files.get(`letters/${language}.yaml`)
    if (text === undefined) {
      problems.push(problem(file, 1, '(file)', 'needed', 'is missing, and letters to clinics need it.', file))
      return undefined
    }
    const found = readLetterTexts(text, file)
    problems.push(...found.problems)
    return found.value && { file, lines: found.lines, texts: found.value }
  })
  const [en, ...others] = read
  if (!en) return problems
  for (const other of others) if (other) problems.push(...differingParts(other, en))
  return problems
}

interface Read {
  file: string
  lines: { of: (path: readonly (string | number)[]) => number }
  texts: LetterTexts
}

/** Each part has as many lines as in English: otherwise they are not translations of each other. */
const differingParts = (own: Read, en: Read): SourceProblem[] =>
  partsOf(en.texts).flatMap(({ path, count }) => {
    const has = partsOf(own.texts).find((part) => part.path.join('.') === path.join('.'))?.count ?? 0
    const field = path.join('.')
    return has === count
      ? []
      : [
          problem(
            own.file,
            own.lines.of(path),
            field,
            'other_lines',
            `has ${has} here and ${count} in ${en.file}:${en.lines.of(path)}: each line says the same in every language.`,
            `${field}: (${count} lines)`,
          ),
        ]
  })
