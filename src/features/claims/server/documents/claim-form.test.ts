import { beforeAll, describe, expect, test } from 'vitest'
import { LANGS } from '../../../../lib/locale.ts'
import { loadWords } from '../../../../server/load-words.ts'
import { loadFonts } from '../../../../server/pdf/load-fonts.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import { readPages } from '../../../../server/pdf/read-pdf.testing.ts'
import type { ClaimFormFacts } from '../../rules/documents/claim-document-facts.ts'
import { makeClaimForm } from './claim-form.ts'
import { sampleForm } from './testing/sample-claim-facts.ts'

const words = loadWords()
let fonts: Fonts
beforeAll(() => {
  fonts = loadFonts()
})
const flat = (text: string): string => text.replace(/[\s\u00a0]+/g, '')
async function form(facts: ClaimFormFacts): Promise<{ pages: string[]; text: string; source: string }> {
  const bytes = await makeClaimForm(facts, (key, values) => words(facts.lang, key, values), fonts, { plain: true })
  const pages = readPages(bytes)
  return { pages, text: flat(pages.join('\n')), source: Buffer.from(bytes).toString('latin1') }
}

describe.each(LANGS)('in %s', (lang) => {
  test('accident statement and authorisation are pages of their own, each with the signature and when it was given', async () => {
    const facts = sampleForm(lang)
    const it = await form(facts)
    const [statement, authorisation] = it.pages.slice(-2).map(flat)
    const { answers, insured, signature, policy, caseNumber } = facts
    const cn = lang === 'cn'
    const on = cn ? '2026年11月14日15:41:20（北京时间，UTC+8）' : '14 November 2026, 15:41:20, Beijing time (UTC+8)'
    const signed = words(lang, 'claimdocuments:form.made', { name: signature.name })
    const of = (page: string | undefined, ...values: string[]): void =>
      values.forEach((value) => expect(page).toContain(flat(value)))
    for (const page of [statement, authorisation])
      of(page, insured.name, policy.number, caseNumber, signature.name, signed, on)
    of(
      statement,
      words(lang, 'claims:document.accident_statement.name'),
      answers.place,
      '17:30',
      answers.description,
      cn ? 'Longfellow Urgent Care，Boston，美国' : 'Longfellow Urgent Care, Boston, United States',
      words(lang, 'claimform:made.true'),
    )
    of(
      authorisation,
      words(lang, 'claims:document.authorisation.name'),
      words(lang, 'claimform:made.authorise.insured', { name: answers.payeeName }),
      answers.bankName,
      '****4417',
      words(lang, 'claimform:made.scope'),
    )
    expect(it.text).not.toMatch(/claimform:|bankaccount:/)
    // The signature of the form, and once for each.
    expect(it.source.match(/^[\d.]+ [\d.]+ l$/gm)?.length).toBeGreaterThanOrEqual(3 * 3 * 39)

    const guardian = await form({ ...facts, signature: { ...signature, role: 'guardian' } })
    of(guardian.text, words(lang, 'claimform:made.authorise.guardian', { name: answers.payeeName }))
    const paper = await form({ ...facts, answers: { ...answers, declarations: ['truth', 'sensitive'] } })
    expect(paper.pages).toHaveLength(it.pages.length - 2)
  })
})
