/**
 * The decision letter: the result first, then the calculation line by line, the reasons, the account to be paid, and
 * what the person can do.
 */
import { dayOf, formatDay } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { joinedNames, type Lang } from '../../../../lib/locale.ts'
import { formatMoney, money } from '../../../../lib/money/money.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import { WIDTH, type Row } from '../../../../server/pdf/a4-document.ts'
import { PAGE, STYLE } from '../../../../server/pdf/document-style.ts'
import { withAsteriskMask } from '../../../../server/pdf/text-layout.ts'
import type { Translate } from '../../../../server/pdf/document-words.ts'
import { addsUp } from '../../rules/settlement/calculate-settlement.ts'
import { equationOf } from '../../rules/settlement/result-equation.ts'
import { heirRelationKey, typeKey } from '../../rules/word-keys.ts'
import type { DecisionFacts } from '../../rules/documents/claim-document-facts.ts'
import { hasUnprintable, printableFacts } from './replace-unprintable.ts'
import { SettlementTables } from './draw-settlement-sheet.ts'
import { ClaimPdf } from './a4-claim-page.ts'

/**
 * Makes the PDF from the facts; the same facts give the same bytes. Throws a `RangeError` when the sheet does not add
 * up.
 */
export async function makeDecisionLetter(
  given: DecisionFacts,
  t: Translate,
  fonts: Fonts,
  { plain = false } = {},
): Promise<Uint8Array> {
  const facts = printableFacts(given, fonts, given.lang)
  const {
    lang,
    caseNumber,
    decision: { sheet },
  } = facts
  // Checked again, because a court may read it (design §6.8).
  if (!addsUp(sheet)) throw new RangeError('the sheet does not add up')
  const paper = new ClaimPdf(
    {
      lang,
      title: t('claimdocuments:title.decision', { number: caseNumber }),
      subject: t('claimdocuments:subject', { insurer: facts.insurer }),
      author: facts.site.name,
      issuedAt: facts.decision.at,
      plain,
    },
    fonts,
    { number: caseNumber, site: facts.site, sampleNotice: facts.sampleNotice },
    t,
  )
  const title = t(facts.review ? 'claimdocuments:decision.reviewTitle' : 'claimdocuments:decision.title')
  paper.y += paper.text('H1', title, PAGE.side, paper.y, WIDTH, STYLE.title) + 6
  paper.paragraph(resultOf(facts, t), STYLE.name)
  drawReasons(paper, facts, t)
  if (hasUnprintable(facts)) paper.flow(t('claimdocuments:missing'), STYLE.small)
  paper.addSpace(14)
  paper.heading(t('claimdocuments:decision.case'), 90)
  paper.grid(caseRows(facts, t), 3)
  const tables = new SettlementTables(paper, t)
  for (const invoice of sheet.invoices) tables.invoice(invoice, sheet.currency)
  tables.steps(sheet, facts.heirs.length > 0)
  paper.addSpace(6)
  paper.flow(t('claimdocuments:decision.rounding'), STYLE.micro)
  drawPayment(paper, facts, t)
  drawHeirs(paper, facts, t)
  drawNextSteps(paper, facts, t)
  paper.drawFooters()
  return paper.finish()
}

/** The result in one sentence, before anything else (domain §8.4). */
function resultOf({ lang, insurer, heirs, decision: { outcome, sheet } }: DecisionFacts, t: Translate): string {
  if (outcome !== 'rejected' && sheet.paidToYou === 0 && sheet.paidToHospital > 0)
    return t('claimdocuments:decision.hospitalOnly', {
      insurer,
      amount: formatMoney(money(sheet.paidToHospital, sheet.currency), lang),
    })
  if (outcome !== 'rejected' && sheet.paidToHospital > 0)
    return t(`claimdocuments:decision.${heirs.length > 0 ? 'hospitalAndHeirs' : 'hospitalAndYou'}`, {
      insurer,
      payable: formatMoney(money(sheet.payable, sheet.currency), lang),
      hospital: formatMoney(money(sheet.paidToHospital, sheet.currency), lang),
      amount: formatMoney(money(sheet.paidToYou, sheet.currency), lang),
    })
  if (heirs.length > 0 && outcome !== 'rejected')
    return t(`claimdocuments:decision.${outcome}Heirs`, {
      insurer,
      amount: formatMoney(money(sheet.paidToYou, sheet.currency), lang),
    })
  return t(`claimdocuments:decision.${outcome}`, {
    insurer,
    amount: formatMoney(money(sheet.paidToYou, sheet.currency), lang),
  })
}

function drawReasons(paper: ClaimPdf, facts: DecisionFacts, t: Translate): void {
  const {
    lang,
    decision: { reason, clauses, sheet },
  } = facts
  if (sheet.outcome !== 'rejected') drawNetwork(paper, sheet, lang, t)
  if (!reason) return
  paper.addSpace(10)
  paper.heading(t('claimdocuments:decision.why'), 50)
  paper.addSpace(6)
  paper.flow(reason[lang])
  if (clauses.length > 0) {
    const list = joinedNames(lang, clauses)
    paper.paragraph(
      clauses.length > 1
        ? t('claimdocuments:clauses', { clauses: list })
        : t('claimdocuments:clause', { clause: list }),
      STYLE.label,
    )
  }
}

/** The largest part of a US bill is often a difference that nobody owes: said before anybody takes it for a refusal. */
function drawNetwork(paper: ClaimPdf, sheet: DecisionFacts['decision']['sheet'], lang: Lang, t: Translate): void {
  const { invoiced, network } = equationOf(sheet)
  if (network === 0) return
  paper.addSpace(6)
  paper.flow(
    t('claimdocuments:decision.network', {
      invoiced: formatMoney(money(invoiced, sheet.currency), lang),
      amount: formatMoney(money(network, sheet.currency), lang),
    }),
  )
}

function caseRows(facts: DecisionFacts, t: Translate): Row[] {
  const { lang } = facts
  return [
    { label: t('claimdocuments:decision.caseNumber'), value: facts.caseNumber },
    { label: t('claimdocuments:decision.decidedAt'), value: formatDay(dayOf(facts.decision.at), lang) },
    { label: t('claimdocuments:decision.type'), value: t(typeKey(facts.type)) },
    {
      label: t('claimdocuments:decision.insured'),
      value: facts.insured.name,
      note: `${facts.insured.idType} ${withAsteriskMask(facts.insured.idNumber)}`,
    },
    { label: t('claimdocuments:decision.incident'), value: formatDay(facts.incidentDay, lang) },
    { label: t('claimdocuments:decision.policy'), value: facts.policy.number },
    { label: t('claimdocuments:decision.plan'), value: facts.policy.plan, wide: true },
  ]
}

function drawPayment(paper: ClaimPdf, { lang, payment: it, decision: { sheet } }: DecisionFacts, t: Translate): void {
  if (!it) return
  paper.addSpace(14)
  paper.heading(t('claimdocuments:decision.payment'), 50)
  paper.addSpace(6)
  const amount = formatMoney(money(sheet.paidToYou, sheet.currency), lang)
  paper.flow(
    t('claimdocuments:decision.payTo', {
      amount,
      name: it.accountName,
      bank: it.bank,
      tail: it.accountTail,
      day: formatDay(it.dueOn, lang),
    }),
  )
}

/** Each heir's part; the parts add up to what is paid, to the cent. Throws a `RangeError` where they do not. */
function drawHeirs(paper: ClaimPdf, { lang, heirs, heirsBy, decision: { sheet } }: DecisionFacts, t: Translate): void {
  if (heirs.length === 0) return
  if (heirs.reduce((sum, it) => sum + it.amount, 0) !== sheet.paidToYou)
    throw new RangeError('the parts of the heirs do not add up')
  const bare = (amount: number): string => formatMoney(money(amount, sheet.currency), lang)
  paper.addSpace(14)
  paper.heading(t('claimdocuments:decision.heirs'), 90)
  paper.table(
    [
      { title: t('claimdocuments:decision.heir'), share: 0.3 },
      { title: t('claimdocuments:decision.heirShare'), share: 0.12 },
      { title: t('claimdocuments:decision.heirAccount'), share: 0.36 },
      { title: t('claimdocuments:decision.heirAmount'), share: 0.22, align: 'right' },
    ],
    [
      ...heirs.map((it) => ({
        cells: [
          {
            text: it.name,
            below: [
              ...(it.relation ? [{ text: t(heirRelationKey(it.relation)) }] : []),
              ...(it.guardian ? [{ text: t('claimdocuments:decision.heirGuardian', { name: it.guardian }) }] : []),
            ],
          },
          { text: it.share },
          {
            text: t('claimdocuments:decision.heirBank', { name: it.accountName, bank: it.bank, tail: it.accountTail }),
          },
          { text: bare(it.amount) },
        ],
      })),
      {
        sum: 'total' as const,
        cells: [
          { text: t('claimdocuments:decision.heirsSum') },
          { text: '' },
          { text: '' },
          { text: bare(sheet.paidToYou) },
        ],
      },
    ],
  )
  if (heirsBy) paper.flow(t('claimdocuments:decision.heirsBy', { day: formatDay(heirsBy, lang) }), STYLE.small)
}

/** Whom to ask for a review and until when, and whom else to turn to; then the insurer's signature. */
function drawNextSteps(
  paper: ClaimPdf,
  { lang, site, insurer, decision: { appealUntil } }: DecisionFacts,
  t: Translate,
): void {
  paper.addSpace(14)
  paper.heading(t('claimdocuments:decision.next'), 80)
  paper.addSpace(6)
  paper.flow(
    appealUntil
      ? t('claimdocuments:decision.appeal', {
          day: formatDay(appealUntil, lang),
          phone: site.phone.replaceAll(' ', '\u00a0'),
          days: LIMITS.appealReplyDays,
        })
      : t('claimdocuments:decision.noAppeal'),
  )
  paper.addSpace(3)
  paper.flow(t('claimdocuments:decision.complain', { email: site.complaintsEmail }))
  paper.addSpace(3)
  paper.flow(t('claimdocuments:decision.court', { years: LIMITS.actionYears }), STYLE.small)
  paper.addSpace(12)
  paper.ensureSpace(48)
  paper.paragraph(site.operator, STYLE.strong)
  paper.paragraph(t('claimdocuments:decision.onBehalf', { insurer }), STYLE.small)
  paper.paragraph(t('claimdocuments:decision.prevail'), STYLE.small)
}

declare module '../../../../server/pdf/drawings.ts' {
  interface Drawings {
    decisionLetter: Parameters<typeof makeDecisionLetter>[0]
  }
}
