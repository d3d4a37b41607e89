/**
 * Structured data of an invoice: the fields and names of the XML of China's fully digital e-invoice (数电票), which
 * readers of OFD and XML invoices accept. It is unsigned: signature and OFD container are the tax authority's own.
 * Pure.
 */
import { dayOf } from '../../../lib/days/dates.ts'
import { escapeHtml } from '../../../lib/text/escape-html.ts'
import { amountInChinese } from './amount-in-chinese.ts'
import type { DocumentKind } from './invoice-ledger.ts'

export interface InvoiceData {
  number: string
  issuedAt: number
  kind: DocumentKind
  /** Minor units of CNY, never negative; printed as negative on a red-letter invoice. */
  amount: number
  tax: number
  /** Basis points. */
  rate: number
  buyer: { name: string; taxNumber: string }
  seller: { name: string; taxNumber: string }
  item: string
  remark: string
  /** Number of the invoice that a red-letter invoice reverses. */
  reverses: string
  /** Says that this is no tax document; '' for a real one. */
  notice: string
}

export const yuan = (minor: number): string =>
  `${minor < 0 ? '-' : ''}${Math.floor(Math.abs(minor) / 100)}.${String(Math.abs(minor) % 100).padStart(2, '0')}`

/** `2026-11-23 09:24:05`, in Shanghai, which has no summer time. */
const shanghaiTime = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

const element = (name: string, content: string): string => `<${name}>${content}</${name}>`
const text = (name: string, value: string): string => element(name, escapeHtml(value))
const of = (name: string, ...parts: string[]): string => element(name, parts.join(''))

export function invoiceXml(data: InvoiceData): string {
  const sign = data.kind === 'red' ? -1 : 1
  const [gross, tax] = [sign * data.amount, sign * data.tax]
  const net = gross - tax
  const time = shanghaiTime(data.issuedAt)
  const xml = of(
    'EInvoice',
    of(
      'Header',
      text('EIid', data.number),
      text('EInvoiceTag', 'SWEI3200'),
      text('Version', '0.2'),
      of(
        'InherentLabel',
        of(
          'InIssuType',
          text('LabelCode', data.kind === 'red' ? 'N' : 'Y'),
          text('LabelName', data.kind === 'red' ? '红字发票' : '蓝字发票'),
        ),
        of('EInvoiceType', text('LabelCode', '02'), text('LabelName', '电子发票（普通发票）')),
      ),
      text('UndefinedLabel', data.notice),
    ),
    of(
      'EInvoiceData',
      of('SellerInformation', text('SellerIdNum', data.seller.taxNumber), text('SellerName', data.seller.name)),
      of('BuyerInformation', text('BuyerIdNum', data.buyer.taxNumber), text('BuyerName', data.buyer.name)),
      of(
        'BasicInformation',
        text('TotalAmWithoutTax', yuan(net)),
        text('TotalTaxAm', yuan(tax)),
        text('TotalTax-includedAmount', yuan(gross)),
        text('TotalTax-includedAmountInChinese', amountInChinese(gross)),
        text('RequestTime', time),
      ),
      of(
        'IssuItemInformation',
        text('ItemName', data.item),
        text('Quantity', String(sign)),
        text('UnPrice', yuan(Math.abs(net))),
        text('Amount', yuan(net)),
        text('TaxRate', (data.rate / 10_000).toFixed(2)),
        text('ComTaxAm', yuan(tax)),
        text('TotaltaxIncludedAmount', yuan(gross)),
      ),
      ...(data.reverses ? [of('RedInvoiceInformation', text('OriginalInvoiceNumber', data.reverses))] : []),
      of('AdditionalInformation', text('Remark', [data.remark, data.notice].filter(Boolean).join('；'))),
    ),
    of('TaxSupervisionInfo', text('InvoiceNumber', data.number), text('IssueTime', dayOf(data.issuedAt))),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`
}
