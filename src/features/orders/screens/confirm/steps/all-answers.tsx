/** Every answer of an order as summary lists; in a draft each group has its way to change it. */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useLoad } from '../../../../../app/use-load.ts'
import { useLang, useT } from '../../../../../app/words.tsx'
import { maskContact } from '../../../../../lib/contact.ts'
import { nationalityName } from '../../../../../lib/nationalities.ts'
import { daysOfTerm, formatDay, formatInstant, isDay } from '../../../../../lib/dates.ts'
import { maskIdNumber } from '../../../../../lib/id-number.ts'
import { formatAmount, fromMajor } from '../../../../../lib/money.ts'
import { Accordion } from '../../../../../ui/Accordion.tsx'
import { SummaryList } from '../../../../../ui/SummaryList.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import type { OrderView } from '../../../contract.ts'
import { asAsked, printedNames, type PersonDraft } from '../../../complete-person.ts'
import type { StepId } from '../../../step-ids.ts'
import { loadOrderText } from '../load-order-text.ts'
import { $wizard, show } from '../wizard-store.ts'
import type { StepProps } from '../props.ts'
import type { PeoplePart } from './people-parts.ts'

type Row = { term: string; value: string }

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
    { term: t('confirm:check.plan'), value: [plan.name, plan.tierNames[trip.tier]].filter(Boolean).join(' · ') },
    { term: t('confirm:trip.destination'), value: trip.destination ? t(`plans:plan.where.${trip.destination}`) : '' },
    { term: t('confirm:check.from'), value: t('confirm:check.fromValue', { day: day(trip.start) }) },
    { term: t('confirm:check.to'), value: isDay(trip.start) && isDay(trip.end) ? t('confirm:check.toValue', { day: day(trip.end), count: daysOfTerm(trip.start, trip.end) }) : '' },
  ]
  const relation: Row[] = [
    { term: t('confirm:check.relationship'), value: people.relationship ? t(`confirm:relationship.${people.relationship}`) : '' },
    { term: t('confirm:check.deathBenefitElsewhere'), value: people.deathBenefitElsewhere === null || !order.consequences.askElsewhere ? '' : sum(people.deathBenefitElsewhere) },
    { term: t('confirm:check.deathBenefit'), value: order.consequences.deathBenefitExcluded ? t('confirm:check.noDeathBenefit') : order.consequences.deathBenefit > 0 ? sum(order.consequences.deathBenefit) : '' },
    ...(order.consequences.deathBenefitExcluded ? [] : [{ term: t('confirm:people.beneficiary'), value: t('confirm:check.legal') }]),
  ]
  const answered = (which: 'yes' | 'no'): Row[] => order.questions.flatMap((id, i) => {
    if (health.answers[id] !== which) return []
    return [{ term: asked(id, i), value: [t(`confirm:${which}`), which === 'yes' ? (health.details[id] ?? '') : ''].filter(Boolean).join(': ') }]
  })
  return (
    <div className="grid gap-12">
      <Group title={t('confirm:check.cover')} rows={cover} step="people" part="dates" />
      <Group title={t(self ? 'confirm:check.both' : 'confirm:people.insured')} rows={usePerson(self ? people.policyholder : people.insured, whole)} step="people" part={self ? 'buyer' : 'insured'} />
      {!self && <Group title={t('confirm:people.policyholder')} rows={usePerson(people.policyholder, whole)} step="people" part="buyer" />}
      {order.status === 'created' && <p className="-mt-6"><TextLink onClick={() => setWhole(!whole)}>{t(`confirm:check.${whole ? 'hideNumbers' : 'showNumbers'}`)}</TextLink></p>}
      <Group title={t('confirm:people.relationship')} rows={relation} step="people" part="dates" />
      {order.questions.length > 0 && (
        <div className="long-terms">
          <Group title={t('confirm:steps.health')} step="health" rows={[...answered('yes'), { term: t('confirm:check.answeredNo'), value: String(answered('no').length) }]} />
          {answered('no').length > 0 && (
            <Accordion title={t('confirm:check.showNo')}><SummaryList rows={answered('no')} /></Accordion>
          )}
        </div>
      )}
      <Accordion title={t('confirm:check.reads')}><Reads order={order} /></Accordion>
    </div>
  )
}

/** A health question in its own words; only its number while they load, or where they cannot be had. */
function useQuestions(order: OrderView): (id: string, index: number) => string {
  const t = useT()
  const [text] = useLoad(`${order.id}:health:${order.questions.join()}`, async () => (order.questions.length > 0 ? loadOrderText(order.id, 'health') : undefined))
  return (id, i) => {
    const found = text.state === 'ready' ? text.data.questions.find((question) => question.id === id) : undefined
    return found ? `${i + 1}. ${found.text}` : t('confirm:check.question', { number: i + 1 })
  }
}

/** An application that was sent is shown as it was sent. */
const useChangeable = (): boolean => useStore($wizard).order?.status === 'created'

function Group({ title, rows, step, part = null }: { title: string; rows: Row[]; step: StepId; part?: PeoplePart | null }) {
  const t = useT()
  const change = useChangeable() && <TextLink onClick={() => show(step, { fromCheck: true, part })}>{t('ui:change')}<span className="sr-only">: {title}</span></TextLink>
  return <SummaryList title={title} rows={rows.filter(({ value }) => value)} action={change} />
}

/** `whole`: numbers as they were typed, for whoever wants to check them; masked for who looks over a shoulder. */
function usePerson(draft: PersonDraft, whole: boolean): Row[] {
  const t = useT()
  const lang = useLang()
  const person = asAsked(draft)
  const row = (name: keyof PersonDraft, value: string): Row => ({ term: t(`confirm:person.${name}`), value })
  const printed = printedNames(draft)
  const nameRows = (name: keyof typeof printed): Row[] =>
    [row(name, person[name]), { term: t('confirm:check.printed', { field: t(`confirm:person.${name}`) }), value: printed[name] ?? '' }]
  return [
    ...nameRows('idName'),
    ...nameRows('passportName'),
    row('passportNumber', person.passportNumber && (whole ? person.passportNumber : maskIdNumber(person.passportNumber))),
    ...nameRows('chineseName'),
    { term: person.idType ? t(`confirm:idType.${person.idType}`) : '', value: whole ? person.idNumber : maskIdNumber(person.idNumber) },
    row('birthDate', isDay(person.birthDate) ? formatDay(person.birthDate, lang) : ''),
    row('gender', person.gender ? t(`confirm:gender.${person.gender}`) : ''),
    row('nationality', nationalityName(person.nationality, lang)),
    row('institution', person.institution),
    row('email', person.email),
    row('mobile', person.mobile ? `+86 ${whole ? person.mobile : maskContact(person.mobile)}` : ''),
  ]
}

function Reads({ order }: { order: OrderView }) {
  const t = useT()
  const lang = useLang()
  const rows = order.reads.map(({ page, textVersion, openedAt, confirmedAt }) => ({
    term: t(`confirm:steps.${page}`),
    value: (
      <>
        <span className="block">{t('confirm:check.readVersion', { version: textVersion })}</span>
        <span className="num text-small block text-ink-2">{t('confirm:check.readTime', { from: formatInstant(openedAt, lang), to: formatInstant(confirmedAt, lang).slice(-5) })}</span>
      </>
    ),
  }))
  const again = useChangeable() && <TextLink onClick={() => show('before-you-buy', { fromCheck: true })}>{t('confirm:check.readAgain')}</TextLink>
  return (
    <>
      <SummaryList rows={rows} />
      {again && <p className="mt-4">{again}</p>}
    </>
  )
}
