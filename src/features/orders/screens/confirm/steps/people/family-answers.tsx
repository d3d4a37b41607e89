/** Check your answers: spouse and children, each with identity, relationship, part of the price and health answers. */
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { joined } from '../../../../../../lib/locale.ts'
import { formatAmount, formatMoney, fromMajor } from '../../../../../../lib/money/money.ts'
import type { OrderView } from '../../../../contract.ts'
import { familyOf, nameInWords, type FamilyMember } from '../../../../rules/check-person-fields.ts'
import { askedOf } from '../../../../rules/plan-facts.ts'
import { Group, HealthGroup, usePerson, type Row } from '../answer-groups.tsx'
import { memberInFull } from './family-names.ts'
import { isMemberPart } from './people-parts.ts'

export interface FamilyAnswersProps {
  order: OrderView
  whole: boolean
  /** A health question in its own words. */
  asked: (id: string, index: number) => string
}

export default function FamilyAnswers(props: FamilyAnswersProps) {
  return familyOf(props.order.answers.people).map((member) => <Member key={member.key} {...props} member={member} />)
}

function Member({ order, whole, asked, member }: FamilyAnswersProps & { member: FamilyMember }) {
  const t = useT()
  const lang = useLang()
  const { people, health } = order.answers
  const consequences = order.family.find(({ key }) => key === member.key)?.consequences
  const premium = order.breakdown.find(({ key }) => key === member.key)?.premium
  const sum = (yuan: number): string => formatAmount(fromMajor(yuan, 'CNY'), lang)
  const { deathBenefit = 0, deathBenefitExcluded = null, askElsewhere = false } = consequences ?? {}
  const questions = order.questions.filter((id) => askedOf(id).key === member.key)
  const answered = (which: 'yes' | 'no'): Row[] =>
    questions.flatMap((id, i) =>
      health.answers[id] === which
        ? [
            {
              term: asked(id, i),
              value: joined(lang, t(`confirm:${which}`), which === 'yes' ? health.details[id] : ''),
            },
          ]
        : [],
    )
  const rows: Row[] = [
    ...usePerson(member.person, whole),
    { term: t('confirm:check.relationship'), value: t(`confirm:relationship.${member.relationship}`) },
    {
      term: t('confirm:check.deathBenefitElsewhere'),
      value: member.deathBenefitElsewhere === null || !askElsewhere ? '' : sum(member.deathBenefitElsewhere),
    },
    {
      term: t('confirm:check.deathBenefit'),
      value: deathBenefitExcluded ? t('confirm:check.noDeathBenefit') : deathBenefit > 0 ? sum(deathBenefit) : '',
    },
    { term: t('confirm:family.part'), value: premium ? formatMoney(premium, lang) : '' },
  ]
  const name = memberInFull(t, people, member.key, lang)
  return (
    <>
      <Group title={name} rows={rows} step="people" part={isMemberPart(member.key) ? member.key : null} />
      {questions.length > 0 && (
        <HealthGroup
          title={t('confirm:family.health', { name: nameInWords(member.person, lang) || name })}
          answered={answered}
        />
      )}
    </>
  )
}
