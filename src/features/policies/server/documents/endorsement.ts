/** The endorsement (批单): what the policy says after a change and said before, from when, and the effect on the premium. */
import { joined } from '../../../../lib/locale.ts'
import { formatDay, formatInstant } from '../../../../lib/days/dates.ts'
import { formatMoney, type Money } from '../../../../lib/money/money.ts'
import { drawInsured } from './certificate.ts'
import type { Row } from '../../../../server/pdf/a4-document.ts'
import type { PolicyDocument } from './policy-document-parts.ts'
import { STYLE } from '../../../../server/pdf/document-style.ts'
import { drawSigner } from './visa-letter.ts'

const GAP = 16

export function drawEndorsement(paper: PolicyDocument): void {
  const { facts, t, lang } = paper
  const { endorsement } = facts
  if (!endorsement) throw new Error('an endorsement of nothing')
  const { from, changed, number } = endorsement
  paper.title(
    t('policydocuments:endorsement.title'),
    t('policydocuments:endorsement.lead', {
      insurer: facts.insurerFull,
      number: facts.number,
      day: formatDay(from, lang),
    }),
  )
  paper.grid(
    [
      { label: t('policydocuments:endorsement.number'), value: number },
      {
        label: t('policydocuments:endorsement.from'),
        value: t('policydocuments:period.from', { day: formatDay(from, lang) }),
      },
      {
        label: t('policydocuments:plan'),
        value: joined(lang, facts.plan, facts.tier),
      },
      {
        label: t('policydocuments:policyholder'),
        value: facts.policyholder.name,
        note: `${facts.policyholder.idType} ${facts.policyholder.idNumber}`,
      },
    ],
    2,
  )
  paper.addSpace(GAP)
  paper.section(
    t('policydocuments:endorsement.changed'),
    changed.length > 0
      ? changed
      : [{ label: t('policydocuments:endorsement.noItem'), value: t('policydocuments:endorsement.none') }],
  )
  paper.addSpace(GAP)
  paper.section(t('policydocuments:premium'), premiumRows(paper, endorsement.premium))
  paper.addSpace(GAP)
  drawInsured(paper, t('policydocuments:endorsement.now'))
  paper.addSpace(GAP)
  paper.ruler()
  paper.addSpace(4)
  paper.paragraph(t('policydocuments:endorsement.part'))
  paper.addSpace(4)
  paper.paragraph(t('policydocuments:endorsement.replaces'), STYLE.small)
  paper.check()
  drawSigner(paper)
  paper.paragraph(t('policydocuments:issued', { at: formatInstant(facts.issuedAt, lang) }), STYLE.micro)
}

function premiumRows(
  { t, lang }: PolicyDocument,
  { before, after, change }: { before: Money; after: Money; change: Money },
): Row[] {
  const row = (id: 'before' | 'after' | 'paid' | 'returned', amount: Money): Row => ({
    label: t(`policydocuments:endorsement.premium.${id}`),
    value: formatMoney(amount, lang),
  })
  if (change.amount === 0)
    return [{ label: t('policydocuments:endorsement.premium.same'), value: formatMoney(after, lang) }]
  return [
    row('before', before),
    change.amount > 0 ? row('paid', change) : row('returned', { ...change, amount: -change.amount }),
    row('after', after),
  ]
}
