/** Draws the sales record: what was bought, every act with its time, whether the chain holds, and what the record is. */
import type { Lang } from '../../../../lib/locale.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import { A4Document, WIDTH, type Frame } from '../../../../server/pdf/a4-document.ts'
import { COLOUR, PAGE, STYLE, type Style } from '../../../../server/pdf/document-style.ts'
import type { Translate } from '../../../../server/pdf/document-words.ts'
import type { PurchaseText } from '../../content/purchase-text-template.ts'
import type { ActInWords } from '../../rules/sales-record-sentences.ts'

export interface SalesRecordFacts extends Frame {
  lang: Lang
  /** Instant, ms. */
  madeAt: number
  made: string
  about: readonly { label: string; value: string }[]
  acts: readonly (ActInWords & { seq: number })[]
  intact: boolean
  verdict: string
  lastHash: string
  /** Explains what the record is, who may see it, and what to do when something in it is wrong. */
  text: PurchaseText
}

/** Columns of an act: its number, its time, its description. */
const COLUMN = { number: 24, when: 122, gap: 6 } as const
const WHAT = {
  x: PAGE.side + COLUMN.number + COLUMN.when + COLUMN.gap,
  width: WIDTH - COLUMN.number - COLUMN.when - COLUMN.gap,
} as const
const DETAIL: Style = { ...STYLE.small, colour: COLOUR.ink2 }
const ALARM: Style = { ...STYLE.strong, colour: COLOUR.warn }

export async function drawSalesRecord(
  facts: SalesRecordFacts,
  t: Translate,
  fonts: Fonts,
  { plain = false } = {},
): Promise<Uint8Array> {
  const { lang, text, site, number } = facts
  const paper = new A4Document(
    { lang, title: `${text.title} ${number}`, subject: text.lead, author: site.name, issuedAt: facts.madeAt, plain },
    fonts,
    facts,
    t,
  )
  paper.y += paper.text('H1', text.title, PAGE.side, paper.y, WIDTH, STYLE.title) + 6
  paper.paragraph(text.lead, STYLE.lead)
  paper.paragraph(facts.made, STYLE.small)
  paper.addSpace(12)
  paper.grid(facts.about, 2)
  paper.addSpace(18)
  paper.heading(t('salesrecord:check.title'), 60)
  paper.addSpace(6)
  paper.paragraph(facts.verdict, facts.intact ? STYLE.body : ALARM)
  paper.addSpace(18)
  paper.heading(t('salesrecord:acts'), 60)
  paper.group('L', () => facts.acts.forEach((act) => drawAct(paper, act)))
  paper.addSpace(12)
  if (facts.lastHash) paper.paragraph(t('salesrecord:check.last', { hash: facts.lastHash }), STYLE.micro)
  paper.paragraph(t('salesrecord:check.self'), STYLE.small)
  for (const section of text.sections) drawSection(paper, section)
  paper.drawFooters()
  return paper.finish()
}

function drawAct(paper: A4Document, { seq, when, what, details, checksum }: SalesRecordFacts['acts'][number]): void {
  const parts: [string, Style][] = [
    [what, STYLE.strong],
    ...details.map((detail): [string, Style] => [detail, DETAIL]),
    ...(checksum ? [[checksum, STYLE.micro] as [string, Style]] : []),
  ]
  const height = parts.reduce((sum, [text, style]) => sum + paper.height(text, WHAT.width, style), 0) + 12
  paper.ensureSpace(height)
  const top = paper.y + 6
  paper.group('LI', () => {
    paper.text('Lbl', String(seq), PAGE.side, top, COLUMN.number, STYLE.label)
    paper.text('Lbl', when, PAGE.side + COLUMN.number, top, COLUMN.when, STYLE.label)
    let at = top
    for (const [text, style] of parts) at += paper.text('LBody', text, WHAT.x, at, WHAT.width, style)
  })
  paper.y += height
  paper.rule(PAGE.side, paper.y, WIDTH)
}

function drawSection(paper: A4Document, { title, blocks }: PurchaseText['sections'][number]): void {
  paper.addSpace(16)
  paper.heading(title)
  paper.addSpace(4)
  for (const block of blocks) {
    if (!('items' in block)) paper.paragraph(block.text, STYLE.body)
    else
      paper.group('L', () =>
        block.items.forEach((item) => {
          paper.ensureSpace(paper.height(item, WIDTH - 14, STYLE.body))
          paper.group('LI', () => {
            paper.text('Lbl', '–', PAGE.side, paper.y, 14, STYLE.body)
            paper.y += paper.text('LBody', item, PAGE.side + 14, paper.y, WIDTH - 14, STYLE.body)
          })
        }),
      )
    paper.addSpace(3)
  }
}

declare module '../../../../server/pdf/drawings.ts' {
  interface Drawings {
    salesRecord: SalesRecordFacts
  }
}
