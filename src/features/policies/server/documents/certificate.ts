/** The certificate: who is insured, from when to when, for how much, and how to check it. One page, or more if needed. */
import { joined, joinedClauses } from '../../../../lib/locale.ts'
import { formatDay, formatInstant } from '../../../../lib/days/dates.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import type { PersonFacts } from './fact-types.ts'
import { WIDTH, type Row } from '../../../../server/pdf/a4-document.ts'
import type { PolicyDocument } from './policy-document-parts.ts'
import { PAGE, STYLE } from '../../../../server/pdf/document-style.ts'

export function drawCertificate(paper: PolicyDocument): void {
  const { facts, t, lang } = paper
  paper.title(
    t('policydocuments:certificate.title'),
    t('policydocuments:certificate.lead', { insurer: facts.insurerFull, number: facts.number }),
  )
  paper.ruler()
  drawInsured(paper, t('policydocuments:insured'))
  paper.addSpace(18)
  paper.heading(t('policydocuments:policy'), 60)
  paper.grid(policyRows(paper), 2)
  paper.addSpace(18)
  paper.section(t('policydocuments:benefits'), facts.benefits)
  paper.addSpace(18)
  paper.section(t('policydocuments:bears'), facts.bears)
  drawExchangeNote(paper)
  paper.addSpace(10)
  paper.paragraph(t('policydocuments:prevail'), STYLE.small)
  paper.check()
  paper.addSpace(2)
  paper.paragraph(t('policydocuments:issued', { at: formatInstant(facts.issuedAt, lang) }), STYLE.micro)
}

/** Who is insured, under a heading. */
export function drawInsured(paper: PolicyDocument, heading: string): void {
  paper.heading(heading, 110)
  drawName(paper, paper.facts.insured)
  paper.grid(personRows(paper, paper.facts.insured), 3)
}

/** The name is what readers look for: set larger, with the other name beside it. */
function drawName(paper: PolicyDocument, { name, otherName }: PersonFacts): void {
  paper.addSpace(8)
  const room = WIDTH - paper.width(name, STYLE.name) - 14
  const beside = otherName !== undefined && paper.width(otherName, STYLE.lead) <= room
  const { y } = paper
  paper.y += paper.text('P', name, PAGE.side, y, WIDTH, STYLE.name)
  if (otherName && beside) paper.text('P', otherName, PAGE.side + WIDTH - room, y + 1, room, STYLE.lead)
  else if (otherName) paper.y += paper.text('P', otherName, PAGE.side, paper.y, WIDTH, STYLE.lead)
  paper.addSpace(3)
}

function personRows({ t, lang }: PolicyDocument, person: PersonFacts): Row[] {
  const { passport } = person
  return [
    // The number that a border officer or consulate compares comes first.
    passport
      ? { label: passport.label, value: passport.number, note: `${person.idType} ${person.idNumber}` }
      : { label: person.idType, value: person.idNumber },
    { label: t('policydocuments:birthDate'), value: formatDay(person.birthDate, lang) },
    { label: t('policydocuments:gender'), value: person.gender },
    { label: t('policydocuments:nationality'), value: person.nationality },
    ...(person.institution
      ? [{ label: t('policydocuments:institution'), value: person.institution, wide: true as const }]
      : []),
  ]
}

export function policyRows({ facts, t, lang }: PolicyDocument): Row[] {
  const { policyholder } = facts
  const elsewhere =
    facts.helpLineAnywhere === facts.helpLine
      ? []
      : [t('policydocuments:helpLineElsewhere', { phone: facts.helpLineAnywhere })]
  return [
    { label: t('policydocuments:number'), value: facts.number },
    {
      label: t('policydocuments:plan'),
      value: joined(lang, facts.plan, facts.tier),
    },
    { label: t('policydocuments:insurer'), value: facts.insurer },
    { label: t('policydocuments:territory'), value: facts.territory },
    {
      label: t('policydocuments:policyholder'),
      value: policyholder.name,
      note: `${policyholder.idType} ${policyholder.idNumber}`,
    },
    { label: t('policydocuments:relationship'), value: facts.relationship },
    {
      label: t('policydocuments:beneficiary'),
      value: t(facts.deathBenefit ? 'policydocuments:beneficiaryLegal' : 'policydocuments:beneficiaryNone'),
    },
    { label: t('policydocuments:premium'), value: formatMoney(facts.premium, lang) },
    { label: t('policydocuments:terms'), value: facts.clauseVersion },
    {
      label: t('policydocuments:helpLine'),
      value: facts.helpLine,
      note: joinedClauses(lang, [facts.assistance, ...elsewhere]),
    },
  ]
}

/** For sums in a second currency: the rate, its day and its source. */
export function drawExchangeNote(paper: PolicyDocument): void {
  const {
    facts: { exchange: rate, premium },
    t,
    lang,
  } = paper
  if (!rate) return
  paper.addSpace(8)
  paper.paragraph(
    t('policydocuments:exchange', {
      to: rate.to,
      from: premium.currency,
      rate: rate.rate,
      day: formatDay(rate.day, lang),
      source: rate.source,
    }),
    STYLE.micro,
  )
}
