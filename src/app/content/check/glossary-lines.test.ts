/** Lines of the glossary: one form in each language, and each word once, because other texts link to its line. */
import { expect, test } from 'vitest'
import { problemText } from '../../../lib/content/source-problems.ts'
import { glossaryLineProblems } from './glossary-lines.ts'

const said = (lang: 'en' | 'cn', ...lines: string[]): string[] =>
  glossaryLineProblems({
    root: 'content',
    files: new Map([[`articles/${lang}/glossary.md`, ['---', 'title: "A"', '---', '', ...lines].join('\n')]]),
  }).map(problemText)

test('lines in the form of their language are right, with further words in bold', () => {
  expect(
    said('en', '- **Policy, contract:** the paper. **Special terms** are those of one.', 'Text: **bold**'),
  ).toEqual([])
  expect(said('cn', '- **保单、合同**：文件；**特别约定**只用于一份。')).toEqual([])
})

test.each([
  ['en', '- **Fronting**: one insurer for another.', '- **Fronting:** …'],
  ['en', '- Fronting: one insurer for another.', '- **Fronting:** …'],
  ['cn', '- **出单：** 代为出单。', '- **出单**：…'],
  ['cn', '- **出单**: 代为出单。', '- **出单**：…'],
] as const)('%s %s is another form', (lang, line, form) => {
  expect(said(lang, line)).toEqual([
    expect.stringMatching(
      /^content\/articles\/(en|cn)\/glossary\.md:5: 出单|^content\/articles\/en\/glossary\.md:5: Fronting/,
    ),
  ])
  expect(said(lang, line)[0]).toMatch(new RegExp(`Example: ${form.replace(/[*]/g, '\\*')}$`))
})

test('a word that is explained twice is named with both lines', () => {
  expect(said('en', '- **Policy:** a.', '- **Contract, policy:** b.')).toEqual([
    'content/articles/en/glossary.md:6: policy: is explained on line 5 already: links lead to one line. Example: one line for “policy”',
  ])
})
