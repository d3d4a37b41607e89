/** The insurance policy itself: people, cover, premium, special conditions, contacts and every version up to this one. */
import { dayOf, formatDay, formatInstant } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'
import { drawExchangeNote, drawInsured, policyRows } from './certificate.server.ts'
import type { HistoryRow, Row } from './fact-types.server.ts'
import { PAGE, STYLE } from './document-style.server.ts'
import { WIDTH } from './a4-document.server.ts'
import type { PolicyDocument } from './policy-document.server.ts'
import { drawSigner } from './visa-letter.server.ts'

const GAP = 16

export function drawPolicy(paper: PolicyDocument): void {
  const { facts, t, lang } = paper
  paper.title(t('documents:policyPaper.title'), t('documents:policyPaper.lead', { insurer: facts.insurerFull, number: facts.number, terms: facts.clauseVersion }))
  paper.ruler()
  drawInsured(paper, t('documents:insured'))
  paper.addSpace(GAP)
  paper.heading(t('documents:policy'), 60)
  paper.grid(policyRows(paper), 2)
  paper.addSpace(GAP)
  paper.section(t('documents:benefits'), facts.benefits)
  if (facts.notCovered.length > 0) {
    paper.addSpace(6)
    paper.paragraph(t('documents:policyPaper.notCovered', { names: facts.notCovered.join(lang === 'cn' ? '、' : ', ') }), STYLE.small)
  }
  paper.addSpace(GAP)
  paper.section(t('documents:bears'), facts.bears)
  drawExchangeNote(paper)
  drawConditions(paper)
  paper.addSpace(GAP)
  paper.section(t('documents:policyPaper.contacts'), facts.contacts)
  paper.addSpace(GAP)
  paper.section(t('documents:policyPaper.history'), facts.history.map((it) => historyRow(paper, it)))
  paper.addSpace(10)
  paper.paragraph(t('documents:policyPaper.parts', { terms: facts.clauseVersion }), STYLE.small)
  paper.check()
  drawSigner(paper)
  paper.paragraph(t('documents:issued', { at: formatInstant(facts.issuedAt, lang) }), STYLE.micro)
}

function drawConditions(paper: PolicyDocument): void {
  const { facts, t } = paper
  paper.addSpace(GAP)
  paper.heading(t('documents:policyPaper.conditions'))
  paper.addSpace(5)
  paper.group('L', () => {
    facts.conditions.forEach((text, i) => {
      paper.ensureSpace(paper.height(text, WIDTH - 18, STYLE.body))
      const { y } = paper
      paper.group('LI', () => {
        paper.text('Lbl', `${i + 1}.`, PAGE.side, y, 18, STYLE.body)
        paper.y += paper.text('LBody', text, PAGE.side + 18, y, WIDTH - 18, STYLE.body) + 2
      })
    })
  })
}


function historyRow({ t, lang }: PolicyDocument, it: HistoryRow): Row {
  const premium = it.premiumChange.amount === 0 ? t('documents:policyPaper.premiumSame') : t('documents:policyPaper.premiumChange', { amount: formatMoney(it.premiumChange, lang) })
  return {
    label: t('documents:policyPaper.version', { number: it.number, reason: t(`documents:policyPaper.reason.${it.reason}`) }),
    value: t('documents:policyPaper.from', { day: formatDay(it.validFrom, lang) }),
    note: [t('documents:policyPaper.made', { day: formatDay(dayOf(it.madeAt), lang) }), premium].join(lang === 'cn' ? '；' : '; '),
  }
}
