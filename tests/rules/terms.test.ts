/** One thing has one name: the term list of `docs/editing.md` over the words of the interface and the content. */
import { describe, expect, test } from 'vitest'
import { faultsOf, readLines, readTerms, type Line } from './terms.ts'

const terms = readTerms()

describe('terms', () => {
  test('the list is read', () => {
    expect(readLines().length).toBeGreaterThan(5000)
    expect(terms.length).toBeGreaterThan(30)
    expect(terms.filter(({ never }) => never.length === 0).map(({ concept }) => concept)).toEqual([])
  })

  test('no text uses a word that the list rules out', () => {
    expect(faultsOf(readLines(), terms)).toEqual([])
  })
})

describe('the rule finds what it is for', () => {
  const list = readTerms('\n## Terms\n\n| concept | English | Chinese | never | except |\n|---|---|---|---|---|\n| money | amount | 金额 | sum; 款额 | sum insured; search:same; `content/legal` |\n| items | items | 项 | #样 | |\n')
  const line = (text: string, where = 'home:title'): Line => ({ where, text, lang: /\p{Script=Han}/u.test(text) ? 'cn' : 'en' })

  test.each(['The Sum is paid', 'The sum insured and the sum', '款额不变', '还有3样'])('%s', (text) => {
    expect(faultsOf([line(text)], list)).toHaveLength(1)
  })
  test.each(['The sum insured', 'A summary', 'zero-sum', '金额不变', '一样'])('but %s is right', (text) => {
    expect(faultsOf([line(text)], list)).toEqual([])
  })
  test('places that a row does not hold for', () => {
    expect(faultsOf([line('sum', 'search:same'), line('sum', 'content/legal/en/about.md:3'), line('sum', 'content/faq/en/x.md:3')], list)).toHaveLength(1)
  })
})
