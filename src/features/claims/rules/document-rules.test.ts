/** What the texts ask of documents (spec §5 "Document quality"), in both languages. */
import { expect, test } from 'vitest'
import { loadWords } from '../../../server/load-words.ts'
import { documentKey } from './word-keys.ts'

const words = loadWords()
const asked = (lang: 'en' | 'cn', kind: Parameters<typeof documentKey>[0]): string =>
  `${words(lang, documentKey(kind, 'rule'))} ${words(lang, documentKey(kind, 'note'))}`

test.each([
  ['invoice', /name|Patient/, /date/, /amount/, /invoice number/, /seal/, /card slip/, /payment screenshot/],
  ['medical_record', /date of each invoice/, /Test reports are not enough/],
  ['test_report', /does not replace the medical record/],
  ['discharge_summary', /Symptoms/, /course/, /treatment/, /diagnosis/],
  ['claim_form', /full name as on the ID/],
  ['id_copy', /Valid/, /readable/],
] as const)('%s, in English', (kind, ...parts) => {
  for (const part of parts) expect(asked('en', kind)).toMatch(part)
})

test.each([
  ['invoice', /姓名|患者/, /日期/, /金额/, /号/, /章/, /付款小票/],
  ['medical_record', /发票当天的全部病历/, /化验单不能代替/],
  ['test_report', /不能代替病历/],
  ['discharge_summary', /主诉/, /病程/, /治疗/, /诊断/],
  ['claim_form', /按证件全名签署/],
  ['id_copy', /有效期内/, /清晰/],
] as const)('%s, in Chinese', (kind, ...parts) => {
  for (const part of parts) expect(asked('cn', kind)).toMatch(part)
})

test('every photo is whole, clear and uncovered, and an invoice is the insured person’s', () => {
  expect(words('en', 'pictures:photo.rule')).toMatch(/flat.*daylight.*whole page, with nothing covering it/s)
  expect(words('cn', 'pictures:photo.rule')).toMatch(/整页.*不要压东西/s)
  expect(words('en', 'pictures:invoice_name.rule')).toMatch(/made out to the insured person/)
  expect(words('cn', 'pictures:invoice_name.rule')).toMatch(/发票开给被保险人本人/)
})

test('a card’s photo that cannot be read is asked for again, and single uploads are offered', () => {
  expect(words('en', 'uploads:single')).toBe('Add one photo or PDF')
  expect(words('en', 'sentback:common.blurred')).toMatch(/blurred|sharp|read/)
})
