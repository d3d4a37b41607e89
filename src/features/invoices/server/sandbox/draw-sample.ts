/** Draws the sandbox's e-invoice: the fields of the real form, and a mark across it that it is no tax invoice. */
import { formatDay, dayOf } from '../../../../lib/days/dates.ts'
import { SITE } from '../../../../lib/site.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { A4Document, WIDTH } from '../../../../server/pdf/a4-document.ts'
import { COLOUR, PAGE, STYLE, type Style } from '../../../../server/pdf/document-style.ts'
import { fontsIn } from '../../../../server/pdf/load-fonts.ts'
import { amountInChinese } from '../../rules/amount-in-chinese.ts'
import { yuan, type InvoiceData } from '../../rules/invoice-xml.ts'

const ALARM: Style = { ...STYLE.strong, colour: COLOUR.warn }
const COLUMNS = [
  { key: 'item', share: 0.54 },
  { key: 'net', share: 0.18 },
  { key: 'rate', share: 0.1 },
  { key: 'tax', share: 0.18 },
] as const

/**
 * In Chinese, the only language of mainland China's invoices. `plain` leaves the PDF uncompressed for tests that read
 * its text.
 */
export async function drawSample(deps: Deps, data: InvoiceData, { plain = false } = {}): Promise<Uint8Array> {
  const fonts = fontsIn(deps.config.documentFonts)
  const t = (key: string, values?: Record<string, unknown>): string => deps.words('cn', key, values)
  const say = (key: string, values?: Record<string, unknown>): string => t(`invoices:paper.${key}`, values)
  const red = data.kind === 'red'
  const sign = red ? -1 : 1
  const title = say(red ? 'titleRed' : 'title')
  const frame = { number: data.number, site: SITE.cn, sampleNotice: data.notice }
  const paper = new A4Document(
    {
      lang: 'cn',
      title: `${title} ${data.number}`,
      subject: data.notice,
      author: SITE.cn.name,
      issuedAt: data.issuedAt,
      plain,
    },
    fonts,
    frame,
    t,
  )
  paper.y += paper.text('H1', title, PAGE.side, paper.y, WIDTH, STYLE.title) + 6
  paper.paragraph(data.notice, ALARM)
  paper.addSpace(8)
  paper.grid(
    [
      { label: say('number'), value: data.number },
      { label: say('date'), value: formatDay(dayOf(data.issuedAt), 'cn') },
      {
        label: say('buyer'),
        value: data.buyer.name,
        note: data.buyer.taxNumber ? say('taxNumber', { number: data.buyer.taxNumber }) : say('person'),
      },
      {
        label: say('seller'),
        value: data.seller.name,
        note: say('sampleTaxNumber', { number: data.seller.taxNumber }),
      },
      ...(data.reverses ? [{ label: say('reverses'), value: data.reverses, wide: true as const }] : []),
    ],
    2,
  )
  paper.addSpace(16)
  drawLine(
    paper,
    COLUMNS.map(({ key }) => say(key)),
    STYLE.label,
  )
  const net = sign * (data.amount - data.tax)
  drawLine(paper, [data.item, yuan(net), `${data.rate / 100}%`, yuan(sign * data.tax)], STYLE.strong)
  paper.addSpace(10)
  paper.grid(
    [
      { label: say('words'), value: amountInChinese(sign * data.amount) },
      { label: say('total'), value: `¥${yuan(sign * data.amount)}` },
      { label: say('remark'), value: data.remark, wide: true },
    ],
    2,
  )
  paper.addSpace(14)
  paper.paragraph(say('rateNote'), STYLE.small)
  paper.drawFooters()
  return paper.finish()
}

function drawLine(paper: A4Document, cells: readonly string[], style: Style): void {
  const gap = 12
  const widths = COLUMNS.map(({ share }) => WIDTH * share - gap)
  const height = Math.max(...cells.map((cell, i) => paper.height(cell, widths[i] ?? WIDTH, style))) + 10
  paper.ensureSpace(height)
  let x: number = PAGE.side
  paper.group('L', () =>
    paper.group('LI', () =>
      cells.forEach((cell, i) => {
        paper.text(
          i === 0 ? 'Lbl' : 'LBody',
          cell,
          x,
          paper.y + 5,
          widths[i] ?? WIDTH,
          style,
          i === 0 ? 'left' : 'right',
        )
        x += (widths[i] ?? 0) + gap
      }),
    ),
  )
  paper.y += height
  paper.rule(PAGE.side, paper.y, WIDTH)
}
