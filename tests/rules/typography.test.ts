/** Typography of interface words. The content's check applies the same rules (`npm run content -- check`). */
import { readTree } from '../../src/app/content/check/content-files.ts'
import { badChinese } from '../../src/app/content/typography.ts'
import { rule, type Rule } from './rule.ts'
import { codeUnder, isTest, readTexts } from './source.ts'
import { readWords, type Words } from './words.ts'

const said = (text: string, key = 'home:title'): Words => new Map([[key, text]])
const wrong = (...lines: readonly [text: string, fault: string][]): Rule<Words>['seeds'] =>
  Object.fromEntries(lines.map(([line, fault]) => [line, [said(line), `home:title ${fault}: `]]))
const right = (...lines: string[]): Record<string, Words> => Object.fromEntries(lines.map((line) => [line, said(line)]))

rule('interface words follow Chinese typography', {
  of: () => readWords('cn'),
  faults: (words) =>
    [...words]
      .flatMap(([where, text]) => badChinese(text).map((why) => `${where} ${why}`))
      // Printed documents have no `text-autospace`: filled-in values are separated by a space.
      .filter((line) => !(line.startsWith('policydocuments:') && line.includes('a typed space'))),
  looksAt: (words) => words.keys(),
  among: ['titles:home', 'policydocuments:subject', 'messages:login_code.subject'],
  atLeast: 2000,
  seeds: {
    ...wrong(
      ['保单,条款', 'half-width punctuation'],
      ['保单.', 'half-width punctuation'],
      ['保单 PDF', 'a typed space'],
      ['共3 页', 'a typed space'],
      ['"保单"', 'a straight quotation mark'],
    ),
    'a comma in a printed document': [
      said('保单,条款', 'policydocuments:subject'),
      'policydocuments:subject half-width punctuation: ',
    ],
  },
  sound: {
    ...right(
      '第{{now}}步，共{{all}}步',
      '见[条款](/plan/details/clause)第5.2条',
      '10:30至12:00',
      '阅读<terms>条款</terms>，共3页',
    ),
    'a value in a printed document': said('保单 YF1', 'policydocuments:subject'),
  },
})

/** "15MB": in both languages a figure is set apart from the unit of a file's size. */
const UNSPACED = /(?:\d|\}\})(?:KB|MB|GB|KiB|MiB|GiB)\b/

rule('a file’s size has a space before its unit, as in English', {
  of: () => readWords('cn'),
  faults: (words) => [...words].filter(([, text]) => UNSPACED.test(text)).map(([where, text]) => `${where}: ${text}`),
  looksAt: (words) => [...words].filter(([, text]) => /[KMG]i?B\b/.test(text)).map(([where]) => where),
  among: ['errors:field.file_size', 'uploads:note.web', 'cashier:documents.size'],
  seeds: {
    'a figure': [said('不超过15MB'), 'home:title: '],
    'a value': [said('不超过{{mebibytes}}MB'), 'home:title: '],
  },
  sound: right('不超过{{mebibytes}} MB', '不超过15 MB的PDF'),
})

rule('a file’s size in the content has a space before its unit too', {
  of: () => readTree('content').files,
  faults: (files) => [...files].filter(([, text]) => UNSPACED.test(text)).map(([path]) => path),
  looksAt: (files) => [...files].filter(([, text]) => /[KMG]i?B\b/.test(text)).map(([path]) => path),
  among: ['claims/cn/instructions.md', 'notices/cn/upload-receipts.md'],
  seeds: { 'a value': [new Map([['faq/cn/a.md', '每份不超过{{limits.maxFileMebibytes}}MB']]), 'faq/cn/a.md'] },
  sound: { 'with a space': new Map([['faq/cn/a.md', '每份不超过{{limits.maxFileMebibytes}} MB']]) },
})

/** A list of names joined by hand, or a template with a dot between two of them. */
const BY_HAND = /\btier(?:Name)?\]\.filter\(Boolean\)\.join\(|\bplan\w*\} [·–] \$\{\w*tier/i

rule('a plan and its tier are joined in one way: `joined` of locale.ts', {
  of: () => readTexts(codeUnder('src').filter((path) => !isTest(path))),
  faults: (texts) => [...texts].filter(([, text]) => BY_HAND.test(text)).map(([path]) => path),
  looksAt: (texts) => [...texts].filter(([, text]) => /\bjoined\(lang, [^)]*tier/i.test(text)).map(([path]) => path),
  among: ['src/features/cashier/screens/group/group-facts.tsx', 'src/features/collection/screens/campaign/index.tsx'],
  seeds: {
    'a dot': [new Map([['src/a.tsx', "[plan, tier].filter(Boolean).join('·')"]]), 'src/a.tsx'],
    'a template': [new Map([['src/a.ts', '`${plan} · ${tier}`']]), 'src/a.ts'],
  },
  sound: { joined: new Map([['src/a.tsx', 'joined(lang, plan, tier)']]) },
})
