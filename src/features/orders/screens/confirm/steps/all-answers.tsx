/** Every answer of an order as summary lists; in a draft each group has a link to change it. */
import { useState } from 'react'
import { lazyPart } from '../../../../../app/load/lazy.tsx'
import { useLoad } from '../../../../../app/requests/use-load.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { daysOfTerm, formatDay, formatInstant, isDay } from '../../../../../lib/days/dates.ts'
import { joined, type Lang } from '../../../../../lib/locale.ts'
import { formatAmount, formatMoney, fromMajor } from '../../../../../lib/money/money.ts'
import { Accordion } from '../../../../../ui/Accordion.tsx'
import { SummaryList } from '../../../../../ui/SummaryList.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { illnessCoveredFrom } from '../../../../plans/contract.ts'
import type { OrderView, Trip } from '../../../contract.ts'
import { askedOf } from '../../../rules/plan-facts.ts'
import { familyOf } from '../../../rules/check-person-fields.ts'
import { healthTextKey, loadOrderText } from '../load-order-text.ts'
import { show } from '../wizard-store.ts'
import type { StepProps } from '../props.ts'
import type { FamilyAnswersProps } from './people/family-answers.tsx'
import { Group, HealthGroup, useChangeable, usePerson, type Row } from './answer-groups.tsx'

/** Loaded only for orders with a family. */
const FamilyAnswers = lazyPart<FamilyAnswersProps>(() => import('./people/family-answers.tsx'))

/** The answer, and if it brings a waiting period, the day on which that ends. */
function arrivedWords(
  t: ReturnType<typeof useT>,
  lang: Lang,
  { plan: { waiting }, trip: { arrived, start } }: { plan: StepProps['plan']; trip: Trip },
): string {
  if (!waiting?.afterArrival || arrived === null) return ''
  if (!arrived || !isDay(start)) return t(`confirm:${arrived ? 'yes' : 'no'}`)
  return joined(
    lang,
    t('confirm:yes'),
    t('confirm:trip.illnessFrom', { day: formatDay(illnessCoveredFrom(waiting, start), lang) }),
  )
}

export function Answers({ order, plan }: Pick<StepProps, 'order' | 'plan'>) {
  const t = useT()
  const lang = useLang()
  const { trip, people, health } = order.answers
  const asked = useQuestions(order)
  const [whole, setWhole] = useState(false)
  const self = people.relationship === 'self'
  const sum = (yuan: number): string => formatAmount(fromMajor(yuan, 'CNY'), lang)
  const day = (text: string) => (isDay(text) ? formatDay(text, lang) : '')
  const cover: Row[] = [
    { term: t('confirm:check.plan'), value: joined(lang, plan.name, plan.tierNames[trip.tier]) },
    { term: t('confirm:trip.destination'), value: trip.destination ? t(`plans:plan.where.${trip.destination}`) : '' },
    { term: t('confirm:check.from'), value: t('confirm:check.fromValue', { day: day(trip.start) }) },
    {
      term: t('confirm:check.to'),
      value:
        isDay(trip.start) && isDay(trip.end)
          ? t('confirm:check.toValue', { day: day(trip.end), count: daysOfTerm(trip.start, trip.end) })
          : '',
    },
    // It sets the waiting period; asked for plans that have one only after arrival.
    { term: t('confirm:trip.arrived'), value: arrivedWords(t, lang, { plan, trip }) },
  ]
  const relation: Row[] = [
    {
      term: t('confirm:check.relationship'),
      value: people.relationship ? t(`confirm:relationship.${people.relationship}`) : '',
    },
    {
      term: t('confirm:check.deathBenefitElsewhere'),
      value:
        people.deathBenefitElsewhere === null || !order.consequences.askElsewhere
          ? ''
          : sum(people.deathBenefitElsewhere),
    },
    {
      term: t('confirm:check.deathBenefit'),
      value: order.consequences.deathBenefitExcluded
        ? t('confirm:check.noDeathBenefit')
        : order.consequences.deathBenefit > 0
          ? sum(order.consequences.deathBenefit)
          : '',
    },
    ...(order.consequences.deathBenefitExcluded
      ? []
      : [{ term: t('confirm:people.beneficiary'), value: t('confirm:check.legal') }]),
  ]
  // With a family, each person's part of the premium is shown with the person, so that the sum can be checked.
  const part = familyOf(people).length > 0 ? order.breakdown.find(({ who }) => who === 'student')?.premium : undefined
  if (part) relation.push({ term: t('confirm:family.part'), value: formatMoney(part, lang) })
  const questions = order.questions.filter((id) => askedOf(id).key === null)
  const answered = (which: 'yes' | 'no'): Row[] =>
    questions.flatMap((id, i) => {
      if (health.answers[id] !== which) return []
      return [
        {
          term: asked(id, i),
          value: joined(lang, t(`confirm:${which}`), which === 'yes' ? health.details[id] : ''),
        },
      ]
    })
  const insured = usePerson(self ? people.policyholder : people.insured, whole)
  const policyholder = usePerson(people.policyholder, whole)
  return (
    <div className="grid gap-12">
      <Group title={t('confirm:check.cover')} rows={cover} step="people" part="dates" />
      <Group
        title={t(self ? 'confirm:check.both' : 'confirm:people.insured')}
        rows={insured}
        step="people"
        part={self ? 'buyer' : 'insured'}
      />
      {!self && <Group title={t('confirm:people.policyholder')} rows={policyholder} step="people" part="buyer" />}
      {order.status === 'created' && (
        <p className="-mt-6">
          <TextLink onClick={() => setWhole(!whole)}>
            {t(`confirm:check.${whole ? 'hideNumbers' : 'showNumbers'}`)}
          </TextLink>
        </p>
      )}
      <Group title={t('confirm:people.relationship')} rows={relation} step="people" part="dates" />
      {order.questions.length > 0 && <HealthGroup title={t('confirm:steps.health')} answered={answered} />}
      {familyOf(people).length > 0 && <FamilyAnswers order={order} whole={whole} asked={asked} />}
      <Accordion title={t('confirm:check.reads')}>
        <Reads order={order} />
      </Accordion>
    </div>
  )
}

/** The text of a health question; only its number while the texts load, or when they could not be loaded. */
function useQuestions(order: OrderView): (id: string, index: number) => string {
  const t = useT()
  const [text] = useLoad(`${order.id}:health:${healthTextKey(order)}`, async () =>
    order.questions.length > 0 ? loadOrderText(order.id, 'health') : undefined,
  )
  return (id, i) => {
    const found = text.state === 'ready' ? text.data?.questions.find((question) => question.id === id) : undefined
    return found ? `${i + 1}. ${found.text}` : t('confirm:check.question', { number: i + 1 })
  }
}

function Reads({ order }: { order: OrderView }) {
  const t = useT()
  const lang = useLang()
  const rows = order.reads.map(({ page, textVersion, openedAt, confirmedAt }) => ({
    term: t(`confirm:steps.${page}`),
    value: (
      <>
        <span className="block">{t('confirm:check.readVersion', { version: textVersion })}</span>
        <span className="num text-small block text-ink-2">
          {t('confirm:check.readTime', {
            from: formatInstant(openedAt, lang),
            to: formatInstant(confirmedAt, lang).slice(-5),
          })}
        </span>
      </>
    ),
  }))
  const again = useChangeable() && (
    <TextLink onClick={() => show('before-you-buy', { fromCheck: true })}>{t('confirm:check.readAgain')}</TextLink>
  )
  return (
    <>
      <SummaryList rows={rows} />
      {again && <p className="mt-4">{again}</p>}
    </>
  )
}
