import { beforeAll, describe, expect, test } from 'vitest'
import { LANGS } from '../../../../lib/locale.ts'
import { loadWords } from '../../../../server/load-words.ts'
import { loadFonts } from '../../../../server/pdf/load-fonts.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import { readPages } from '../../../../server/pdf/read-pdf.testing.ts'
import { settle } from '../../rules/settlement/calculate-settlement.ts'
import { EXAMPLE_B } from '../../rules/settlement/calculate-settlement.testing.ts'
import type { DecisionFacts } from '../../rules/documents/claim-document-facts.ts'
import { makeDecisionLetter } from './decision-letter.ts'
import { sampleDecision } from './testing/sample-claim-facts.ts'

const words = loadWords()
let fonts: Fonts
beforeAll(() => {
  fonts = loadFonts()
})
const flat = (text: string): string => text.replace(/[\s\u00a0]+/g, '')
const textOf = async (facts: DecisionFacts): Promise<string> =>
  flat(
    readPages(
      await makeDecisionLetter(facts, (key, values) => words(facts.lang, key, values), fonts, { plain: true }),
    ).join('\n'),
  )

describe.each(LANGS)('the opening of a decision letter in %s', (lang) => {
  test('begins with what is paid to whom, and says of the network price that nobody owes it', async () => {
    const { sheet } = settle(EXAMPLE_B)
    const cn = lang === 'cn'
    const text = await textOf(sampleDecision(lang, sheet))
    const first = flat(
      cn
        ? '应赔107,930.93元：101,221.43元直付医院，6,709.50元付给您。'
        : 'will pay CNY 107,930.93 for this claim: CNY 101,221.43 directly to the hospital and CNY 6,709.50 to you.',
    )
    const network = flat(
      cn
        ? '73,080.30元高于网络协议价。这部分医院不向您收取'
        : 'Of that, CNY 73,080.30 is above the price agreed with the network. The hospital does not charge you',
    )
    const order = [first, network, flat(words(lang, 'claimdocuments:decision.case'))].map((part) => text.indexOf(part))
    expect(order.every((at) => at >= 0)).toBe(true)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    const hospital = await textOf(
      sampleDecision(lang, { ...sheet, paidToHospital: sheet.payable, paidToYou: 0 }, { payment: null }),
    )
    expect(hospital).toContain(
      flat(
        cn
          ? '应赔107,930.93元，全部直付医院'
          : 'has approved this claim. CNY 107,930.93 will be paid directly to the hospital',
      ),
    )
  })
})
