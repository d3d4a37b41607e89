/** The insurance policy itself: people, cover, premium, special conditions, contacts and every version up to this one. */
import { dayOf, formatDay, formatInstant } from '../../../../lib/days/dates.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import { joinedClauses, joinedNames } from '../../../../lib/locale.ts'
import { drawExchangeNote, drawInsured, policyRows } from './certificate.ts'
import type { HistoryRow } from './fact-types.ts'
import { PAGE, STYLE } from '../../../../server/pdf/document-style.ts'
import { WIDTH, type Row } from '../../../../server/pdf/a4-document.ts'
import type { PolicyDocument } from './policy-document-parts.ts'
import { drawSigner } from './visa-letter.ts'

const GAP = 16

export function drawPolicy(paper: PolicyDocument): void {
  const { facts, t, lang } = paper
  paper.title(
    t('policydocuments:policyPaper.title'),
    t('policydocuments:policyPaper.lead', {
      insurer: facts.insurerFull,
      number: facts.number,
      terms: facts.clauseVersion,
    }),
  )
  paper.ruler()
  drawInsured(paper, t('policydocuments:insured'))
  paper.addSpace(GAP)
  paper.heading(t('policydocuments:policy'), 60)
  paper.grid(policyRows(paper), 2)
  paper.addSpace(GAP)
  paper.section(t('policydocuments:benefits'), facts.benefits)
  if (facts.notCovered.length > 0) {
    paper.addSpace(6)
    paper.paragraph(
      t('policydocuments:policyPaper.notCovered', { names: joinedNames(lang, facts.notCovered) }),
      STYLE.small,
    )
  }
  paper.addSpace(GAP)
  paper.section(t('policydocuments:bears'), facts.bears)
  drawExchangeNote(paper)
  drawConditions(paper)
  paper.addSpace(GAP)
  paper.section(t('policydocuments:policyPaper.contacts'), facts.contacts)
  paper.addSpace(GAP)
  paper.section(
    t('policydocuments:policyPaper.history'),
    facts.history.map((it) => historyRow(paper, it)),
  )
  paper.addSpace(10)
  paper.paragraph(t('policydocuments:policyPaper.parts', { terms: facts.clauseVersion }), STYLE.small)
  paper.check()
  drawSigner(paper)
  paper.paragraph(t('policydocuments:issued', { at: formatInstant(facts.issuedAt, lang) }), STYLE.micro)
}

function drawConditions(paper: PolicyDocument): void {
  const { facts, t } = paper
  paper.addSpace(GAP)
  paper.heading(t('policydocuments:policyPaper.conditions'))
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
  const premium =
    it.premiumChange.amount === 0
      ? t('policydocuments:policyPaper.premiumSame')
      : t('policydocuments:policyPaper.premiumChange', { amount: formatMoney(it.premiumChange, lang) })
  return {
    label: t('policydocuments:policyPaper.version', {
      number: it.number,
      reason: t(`policydocuments:policyPaper.reason.${it.reason}`),
    }),
    value: t('policydocuments:policyPaper.from', { day: formatDay(it.validFrom, lang) }),
    note: joinedClauses(lang, [
      t('policydocuments:policyPaper.made', { day: formatDay(dayOf(it.madeAt), lang) }),
      premium,
    ]),
  }
}
