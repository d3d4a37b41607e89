/**
 * Lines of the glossary. Other texts link to the line of a word, and the page is read as a list of one form: a word
 * that is there twice would be linked to one of its lines only.
 */
import { problem, type Tree } from '../../../lib/content/content-tree.ts'
import { LANGS, type Lang } from '../../../lib/locale.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import { GLOSSARY, glossaryWords } from '../glossary.ts'

const FORMS: Readonly<Record<Lang, { pattern: RegExp; write: (word: string) => string }>> = {
  en: { pattern: /^- \*\*[^*:]+:\*\* \S/, write: (word) => `- **${word}:** …` },
  cn: { pattern: /^- \*\*[^*：]+\*\*：\S/, write: (word) => `- **${word}**：…` },
}

export function glossaryLineProblems({ root, files }: Tree): SourceProblem[] {
  return LANGS.flatMap((lang) => {
    const path = `articles/${lang}/${GLOSSARY}.md`
    const lineOf = new Map<string, number>()
    return (files.get(path) ?? '').split('\n').flatMap((text, i) => {
      if (!text.startsWith('- ')) return []
      const say = (field: string, code: string, message: string, example: string): SourceProblem =>
        problem(`${root}/${path}`, i + 1, field, code, message, example)
      const { pattern, write } = FORMS[lang]
      const begins = /^- \**([^*:：]+)/.exec(text)?.[1]?.trim() ?? ''
      const form = pattern.test(text)
        ? []
        : [say(begins, 'glossary_form', 'is not written like the other words of the glossary.', write(begins))]
      const twice = glossaryWords(text).flatMap(({ word }) => {
        const first = lineOf.get(word.toLowerCase())
        lineOf.set(word.toLowerCase(), first ?? i + 1)
        return first === undefined
          ? []
          : [
              say(
                word,
                'glossary_twice',
                `is explained on line ${first} already: links lead to one line.`,
                `one line for “${word}”`,
              ),
            ]
      })
      return [...form, ...twice]
    })
  })
}
