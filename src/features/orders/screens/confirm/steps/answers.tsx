/** Every answer of an order as summary lists; in a draft each group has its way to change it. */
import { useStore } from '@nanostores/react'
import { useLoaded } from '../../../../../app/loaded.ts'
import { useLang, useT } from '../../../../../app/words.tsx'
import { maskContact } from '../../../../../lib/contact.ts'
import { nationalityName } from '../../../../../lib/countries.ts'
import { daysOfTerm, formatDay, formatInstant, isDay } from '../../../../../lib/dates.ts'
import { maskIdNumber } from '../../../../../lib/id-number.ts'
import { SummaryList } from '../../../../../ui/SummaryList.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import type { OrderView } from '../../../contract.ts'
import { asAsked, type PersonDraft } from '../../../people.ts'
import type { StepId } from '../../../step-ids.ts'
import { loadText } from '../load-text.ts'
import { $wizard, show } from '../store.ts'
import type { StepProps } from '../types.ts'

type Row = { term: string; value: string }

export function Answers({ order, plan }: Pick<StepProps, 'order' | 'plan'>) {
  const t = useT()
  const lang = useLang()
  const { trip, people, health } = order.answers
  const asked = useQuestions(order)
  const self = people.relationship === 'self'
  const day = (text: string) => (isDay(text) ? formatDay(text, lang) : '')
  const cover: Row[] = [
    { term: t('confirm:check.plan'), value: [plan.name, plan.tierNames[trip.tier]].filter(Boolean).join(' · ') },
    { term: t('confirm:trip.destination'), value: trip.destination ? t(`plans:plan.where.${trip.destination}`) : '' },
    { term: t('confirm:check.from'), value: t('confirm:check.fromValue', { day: day(trip.start) }) },
    { term: t('confirm:check.to'), value: isDay(trip.start) && isDay(trip.end) ? t('confirm:check.toValue', { day: day(trip.end), count: daysOfTerm(trip.start, trip.end) }) : '' },
  ]
  const relation: Row[] = [
    { term: t('confirm:check.relationship'), value: people.relationship ? t(`confirm:relationship.${people.relationship}`) : '' },
    { term: t('confirm:people.beneficiary'), value: t('confirm:check.legal') },
  ]
  return (
    <div className="grid gap-12">
      <Group title={t('confirm:check.cover')} rows={cover} step="people" />
      <Group title={t(self ? 'confirm:check.both' : 'confirm:people.insured')} rows={usePerson(self ? people.policyholder : people.insured)} step="people" />
      {!self && <Group title={t('confirm:people.policyholder')} rows={usePerson(people.policyholder)} step="people" />}
      <Group title={t('confirm:people.relationship')} rows={relation} step="people" />
      {order.questions.length > 0 && (
        <div className="long-terms">
          <Group
            title={t('confirm:steps.health')}
            step="health"
            rows={order.questions.map((id, i) => ({
              term: asked(id, i),
              value: [health.answers[id] ? t(`confirm:${health.answers[id]}`) : '', health.answers[id] === 'yes' ? (health.details[id] ?? '') : ''].filter(Boolean).join(': '),
            }))}
          />
        </div>
      )}
      <Reads order={order} />
    </div>
  )
}

/** A health question in its own words; only its number while they load, or where they cannot be had. */
function useQuestions(order: OrderView): (id: string, index: number) => string {
  const t = useT()
  const [text] = useLoaded(`${order.id}:health:${order.questions.join()}`, async () => (order.questions.length > 0 ? loadText(order.id, 'health') : undefined))
  return (id, i) => {
    const found = text.state === 'ready' ? text.data.questions.find((question) => question.id === id) : undefined
    return found ? `${i + 1}. ${found.text}` : t('confirm:check.question', { number: i + 1 })
  }
}

/** An application that was sent is shown as it was sent. */
const useChangeable = (): boolean => useStore($wizard).order?.status === 'created'

function Group({ title, rows, step }: { title: string; rows: Row[]; step: StepId }) {
  const t = useT()
  const change = useChangeable() && <TextLink onClick={() => show(step, { fromCheck: true })}>{t('ui:change')}<span className="sr-only">: {title}</span></TextLink>
  return <SummaryList title={title} rows={rows.filter(({ value }) => value)} action={change} />
}

function usePerson(draft: PersonDraft): Row[] {
  const t = useT()
  const lang = useLang()
  const person = asAsked(draft)
  const row = (name: keyof PersonDraft, value: string): Row => ({ term: t(`confirm:person.${name}`), value })
  return [
    row('idName', person.idName),
    row('passportName', person.passportName),
    row('chineseName', person.chineseName),
    { term: person.idType ? t(`confirm:idType.${person.idType}`) : '', value: maskIdNumber(person.idNumber) },
    row('birthDate', isDay(person.birthDate) ? formatDay(person.birthDate, lang) : ''),
    row('gender', person.gender ? t(`confirm:gender.${person.gender}`) : ''),
    row('nationality', nationalityName(person.nationality, lang)),
    row('institution', person.institution),
    row('email', person.email),
    row('mobile', person.mobile ? `+86 ${maskContact(person.mobile)}` : ''),
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
  return <SummaryList title={t('confirm:check.reads')} rows={rows} action={again} />
}
