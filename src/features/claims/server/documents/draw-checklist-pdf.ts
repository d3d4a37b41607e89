/**
 * The documents to collect for one type of claim, on one page: a checkbox for each, what it must show, and when it is
 * needed.
 */
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { formatMoney, money } from '../../../../lib/money/money.ts'
import { joinedClauses } from '../../../../lib/locale.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import { WIDTH } from '../../../../server/pdf/a4-document.ts'
import { COLOUR, PAGE, STYLE, type Style } from '../../../../server/pdf/document-style.ts'
import type { Translate } from '../../../../server/pdf/document-words.ts'
import { printedChecklist } from '../../rules/documents/printed-checklist.ts'
import type { ClaimType, DocumentKind } from '../../rules/document-kinds.ts'
import { documentKey, typeKey } from '../../rules/word-keys.ts'
import { beginDownload } from './begin-download.ts'
import type { DownloadFacts } from '../../rules/documents/claim-document-facts.ts'
import { ClaimPdf } from './a4-claim-page.ts'

const SIDE = 10
const INDENT = SIDE + 10
const NAME: Style = { ...STYLE.body, size: 9.5, leading: 1.4, bold: true }
const RULE: Style = { ...STYLE.small, size: 8, leading: 1.4 }

/** Makes a PDF of one page from the facts. */
export async function makeChecklist(
  facts: DownloadFacts,
  type: ClaimType,
  t: Translate,
  fonts: Fonts,
  { plain = false } = {},
): Promise<Uint8Array> {
  const { lang, sampleNotice } = facts
  const heading = {
    title: t('reading:checklist.title', { type: t(typeKey(type)) }),
    lead: t('reading:checklist.lead', { for: t(typeKey(type, 'for')) }),
    sampleNotice,
  }
  const paper = beginDownload(facts, heading, t, fonts, plain)
  const { always, onlyIf } = printedChecklist(type)
  paper.addSpace(12)
  paper.heading(t('reading:checklist.always'))
  paper.group('L', () => {
    item(paper, t(documentKey('claim_form')), t('reading:checklist.form'))
    always.forEach((kind) => item(paper, t(documentKey(kind)), rule(kind, t)))
  })
  paper.addSpace(12)
  paper.heading(t('reading:checklist.onlyIf'))
  const amount = formatMoney(money(LIMITS.itemisedBillAbove * 100, 'CNY'), lang)
  paper.group('L', () =>
    onlyIf.forEach(({ kind, because }) => {
      const when = joinedClauses(
        lang,
        because.map((it) => t(`claims:because.${it}`, { amount })),
      )
      item(paper, t(documentKey(kind)), rule(kind, t), when)
    }),
  )
  paper.addSpace(10)
  paper.paragraph(t('reading:checklist.photos', LIMITS), STYLE.small)
  paper.drawFooters()
  return paper.finish()
}

const rule = (kind: DocumentKind, t: Translate): string => t(documentKey(kind, 'rule'))

/** A checkbox, the document's name with the reason for it, and what it must show. */
function item(paper: ClaimPdf, name: string, shows: string, when = ''): void {
  const x = PAGE.side + INDENT
  const width = WIDTH - INDENT
  const heading = when ? `${name} · ${when}` : name
  const height = paper.height(heading, width, NAME) + paper.height(shows, width, RULE) + 6
  paper.ensureSpace(height)
  const top = paper.y + 3
  paper.artifact(() =>
    paper.doc
      .rect(PAGE.side, top + 2.5, SIDE, SIDE)
      .lineWidth(0.7)
      .strokeColor(COLOUR.edge)
      .stroke(),
  )
  paper.group('LI', () => {
    const used = paper.text('Lbl', heading, x, top, width, NAME)
    paper.text('LBody', shows, x, top + used, width, RULE)
  })
  paper.addSpace(height)
  paper.rule(PAGE.side, paper.y, WIDTH)
}
