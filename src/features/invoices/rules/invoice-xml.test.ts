import { expect, test } from 'vitest'
import { invoiceXml, yuan, type InvoiceData } from './invoice-xml.ts'

const DATA: InvoiceData = {
  number: '26000000000000000001',
  issuedAt: Date.UTC(2026, 10, 22, 17, 5, 9),
  kind: 'blue',
  amount: 169_322,
  tax: 9_584,
  rate: 600,
  buyer: { name: 'A & B <留学>', taxNumber: '91350100M000100Y43' },
  seller: { name: '示例保险', taxNumber: '' },
  item: '*保险服务*保费',
  remark: '订单号1',
  reverses: '',
  notice: '样张',
}
const valueOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

test('amounts, names and numbers stand under the names that readers of e-invoices look for', () => {
  const xml = invoiceXml(DATA)
  expect(
    [
      'TotalAmWithoutTax',
      'TotalTaxAm',
      'TotalTax-includedAmount',
      'TotalTax-includedAmountInChinese',
      'TaxRate',
      'InvoiceNumber',
      'IssueTime',
      'RequestTime',
    ].map((name) => valueOf(xml, name)),
  ).toEqual([
    '1597.38',
    '95.84',
    '1693.22',
    '壹仟陆佰玖拾叁元贰角贰分',
    '0.06',
    DATA.number,
    '2026-11-23',
    '2026-11-23 01:05:09',
  ])
  expect(valueOf(xml, 'BuyerName')).toBe('A &amp; B &lt;留学&gt;')
  expect(xml).not.toContain('OriginalInvoiceNumber')
})

test('a red one is below zero and names the invoice it takes back', () => {
  const xml = invoiceXml({ ...DATA, kind: 'red', reverses: '25000000000000000009' })
  expect(
    ['TotalAmWithoutTax', 'TotalTaxAm', 'TotalTax-includedAmount', 'OriginalInvoiceNumber'].map((name) =>
      valueOf(xml, name),
    ),
  ).toEqual(['-1597.38', '-95.84', '-1693.22', '25000000000000000009'])
})

test('fen are printed as yuan', () =>
  expect([0, 5, 100, -12_345].map(yuan)).toEqual(['0.00', '0.05', '1.00', '-123.45']))
